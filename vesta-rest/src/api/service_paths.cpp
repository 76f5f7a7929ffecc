// The paths for those who run the server.
#include "api/handlers.hpp"
#include "api/services.hpp"
#include "metrics/exposition.hpp"
#include "openapi/document.hpp"

#include <algorithm>

namespace vesta::rest {
namespace {

/// One word, as text or as {"status":"word"}.
answer state(exchange& request, std::string_view word) {
    if (request.form == http::media::json) {
        (request.content += R"({"status":")").append(word) += "\"}";
        return {.content_type = "application/json", .cache = http::caching::no_store};
    }
    request.content.append(word) += '\n';
    return {.content_type = "text/plain", .cache = http::caching::no_store};
}

problem not_ready(std::string why) {
    return problem_of(error{errc::not_ready, std::move(why)});
}

} // namespace

outcome healthz(exchange& request) {
    return state(request, "ok");
}

outcome readyz(exchange& request) {
    if (request.server.stopping) return not_ready("the server is stopping");
    const auto only = request.parameter("generator");
    auto all = request.server.generators.source().status();
    if (only) std::erase_if(all, [&](const generator_status& each) { return each.name != *only; });
    if (only && all.empty())
        return problem_of(error{errc::not_found, "there is no generator '" + std::string{only->substr(0, 40)} + "'"});
    std::string why;
    for (const generator_status& each : all)
        if (!each.ready) why += (why.empty() ? "" : "; ") + ("generator " + each.name + ": " + each.why_not);
    if (!why.empty()) return not_ready(std::move(why));
    return state(request, "ready");
}

outcome metrics(exchange& request) {
    request.content = exposition(request.server);
    return answer{.content_type = "text/plain; version=0.0.4; charset=utf-8", .cache = http::caching::no_store};
}

outcome openapi(exchange& request) {
    request.content = openapi_document();
    return answer{.content_type = "application/json"};
}

} // namespace vesta::rest
