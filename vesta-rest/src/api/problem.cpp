#include "api/problem.hpp"

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <utility>

namespace vesta::rest {
namespace {

using http::status;

constexpr std::chrono::milliseconds soon{1000}; // if the time is unknown, a second spares both sides

struct kind {
    status code;
    std::string_view type;
    std::string_view title;
};

kind kind_of(errc code) {
    switch (code) {
    case errc::invalid_argument:
        return {status::bad_request, "urn:vesta:problem:invalid-argument", "The request is not valid"};
    case errc::invalid_settings:
        return {status::internal_server_error, "urn:vesta:problem:invalid-settings", "The settings cannot be used"};
    case errc::not_found:
        return {status::not_found, "urn:vesta:problem:not-found", "There is nothing of that name"};
    case errc::clock_behind:
        return {status::service_unavailable, "urn:vesta:problem:clock-behind", "The server's clock was set back"};
    case errc::not_ready:
        return {status::service_unavailable, "urn:vesta:problem:not-ready", "The generator is not ready"};
    case errc::exhausted:
        return {status::internal_server_error, "urn:vesta:problem:exhausted", "The generator's numbers are used up"};
    case errc::state_unusable:
        return {status::internal_server_error, "urn:vesta:problem:state-unusable", "The server's state cannot be used"};
    case errc::in_use:
        return {status::service_unavailable, "urn:vesta:problem:in-use", "The machine ID is held by another owner"};
    case errc::lease_lost:
        return {status::service_unavailable, "urn:vesta:problem:lease-lost", "The machine ID went to another owner"};
    case errc::store_unavailable:
        return {status::service_unavailable, "urn:vesta:problem:store-unavailable", "A store did not answer"};
    case errc::closed:
        return {status::service_unavailable, "urn:vesta:problem:closed", "The generator is closed"};
    case errc::forked:
        return {status::internal_server_error, "urn:vesta:problem:forked", "The server was forked"};
    case errc::not_authenticated:
        return {status::unauthorized, "urn:vesta:problem:not-authenticated", "The server wants to know who asks"};
    case errc::not_permitted:
        return {status::forbidden, "urn:vesta:problem:not-permitted", "The rights do not include this"};
    case errc::over_quota:
        return {status::too_many_requests, "urn:vesta:problem:over-quota", "The quota is used up"};
    case errc::internal:
        break;
    }
    return {status::internal_server_error, "urn:vesta:problem:internal", "A defect in the server"};
}

/// As Spring Boot 1.5's BasicErrorController writes an exception of Leaf's server.
void add_leafs_members(const problem& what, std::string_view path, boost::json::object& to) {
    const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    to["timestamp"] = now.time_since_epoch().count();
    to["status"] = http::number(what.code);
    to["error"] = boost::json::string_view{http::phrase(what.code)};
    to["exception"] = "com.sankuai.inf.leaf.server.exception.LeafServerException";
    to["message"] = boost::json::string_view{what.leaf_result};
    to["path"] = boost::json::string_view{path};
}

} // namespace

problem problem_of(const error& reason) {
    const kind is = kind_of(reason.code);
    auto retry_after = reason.retry_after;
    if (is.code == status::service_unavailable && !retry_after) retry_after = soon;
    return {.code = is.code,
            .type = is.type,
            .title = is.title,
            .detail = reason.message,
            .cause = reason.code,
            .retry_after = retry_after};
}

problem problem_of(const http::rejection& reason) {
    return plain_problem(reason.code, std::string{reason.detail});
}

problem plain_problem(http::status code, std::string detail) {
    return {.code = code, .title = http::phrase(code), .detail = std::move(detail)};
}

problem bad_parameters(std::vector<std::string> names, std::string detail) {
    problem made = problem_of(error{errc::invalid_argument, std::move(detail)});
    made.parameters = std::move(names);
    return made;
}

problem not_json() {
    return plain_problem(http::status::unsupported_media_type, "the body must be of type application/json");
}

problem not_configured(std::string_view kind, std::string_view example) {
    return {.code = status::not_found,
            .type = "urn:vesta:problem:not-configured",
            .title = "No generator of this kind is configured",
            .detail = "this path is served by the first generator of kind " + std::string{kind} +
                      ", and the settings have none; add one below generators, for example  " + std::string{example}};
}

problem overloaded(std::string detail) {
    problem made = plain_problem(status::service_unavailable, std::move(detail));
    made.type = "urn:vesta:problem:overloaded";
    made.title = "The server is at a limit";
    made.retry_after = soon;
    return made;
}

void write_problem(const problem& what, std::string& to, std::string_view path) {
    boost::json::object document;
    if (!what.leaf_result.empty()) add_leafs_members(what, path, document);
    document["type"] = boost::json::string_view{what.type};
    document["title"] = boost::json::string_view{what.title};
    document["status"] = http::number(what.code);
    document["detail"] = boost::json::string_view{what.detail};
    if (what.retry_after) document["retryAfterMs"] = what.retry_after->count();
    if (!what.parameters.empty()) {
        boost::json::array names;
        for (const std::string& each : what.parameters)
            names.emplace_back(boost::json::string_view{each});
        document["parameters"] = std::move(names);
    }
    if (!what.leaf_error.empty()) document["errorMsg"] = boost::json::string_view{what.leaf_error};
    to += boost::json::serialize(document);
}

} // namespace vesta::rest
