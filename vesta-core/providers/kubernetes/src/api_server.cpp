#include "api_server.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/http/json_members.hpp>
#include <vesta/tls/context.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>

namespace vesta::kubernetes {
namespace {

namespace json = boost::json;

http::http_request request_of(const call& what, const options& to, const std::string& address,
                              const std::string& token) {
    return {.method = what.method,
            .host = address,
            .path = "/apis/coordination.k8s.io/v1/namespaces/" + to.space + "/leases" + what.path,
            .authorization = token,
            .content_type = what.method == "PATCH" ? "application/merge-patch+json" : "application/json",
            .body = what.content.empty() ? "" : json::serialize(what.content)};
}

std::string address_of(const options& of) {
    const bool has_colons = of.host.find(':') != std::string::npos;
    return (has_colons ? "[" + of.host + "]" : of.host) + ":" + std::to_string(of.port);
}

/// Answers that callers expect: the object has changed, or is there, or is not; a page is too old to go on from.
bool is_for_callers(const call& what, unsigned status) {
    return (status == 409 && !what.is_read()) || (status == 404 && what.method == "PATCH") ||
           (status == 410 && what.is_read());
}

/// What the server says, on one line. All that tells who lacks which right is within the first 300 bytes.
std::string readable(std::string_view words) {
    constexpr std::size_t longest = 300;
    std::string made{words.substr(0, longest)};
    std::ranges::replace_if(made, [](char each) { return each < ' ' || each > '~'; }, '?');
    return words.size() > longest ? made + "..." : made;
}

/// Whether a refusal is for a right that is not granted. Others with that status (403) pass, or may: a namespace that
/// is on its way out, a quota, a webhook.
bool lacks_a_right(std::string_view words) {
    const auto has = [&](std::string_view part) { return words.find(part) != std::string_view::npos; };
    return has(" cannot list ") || has(" cannot create ") || has(" cannot patch ");
}

} // namespace

api_server::api_server(options to) : to_{std::move(to)}, address_{address_of(to_)}, token_{to_} {
    check(to_).value();
}

error api_server::trouble(const error& why) const {
    return {why.code, to_.name + ": the API server at " + address_ + ": " + why.message};
}

result<std::unique_ptr<http::tcp_link>> api_server::take(time_point until) {
    {
        const std::lock_guard guard{guard_};
        while (!idle_.empty()) {
            auto last = std::move(idle_.back());
            idle_.pop_back();
            if (last->is_quiet()) return last;
        }
    }
    const auto secured_by = tls::make_context(to_.tls);
    if (!secured_by) return secured_by.error();
    return http::tcp_link::open(to_.host, to_.port, secured_by->get(), until);
}

void api_server::put_back(std::unique_ptr<http::tcp_link> used) {
    const std::lock_guard guard{guard_};
    idle_.push_back(std::move(used));
}

result<reply> api_server::ask_once(const call& what, const std::string& token, time_point until) {
    auto on = take(until);
    if (!on) return std::move(on).error();
    auto got = http::exchange(**on, request_of(what, to_, address_, token), until);
    if (!got) return std::move(got).error();
    boost::system::error_code no_json;
    auto content = json::parse(got->body, no_json);
    if (!got->date) return http::unavailable("its answer has no header Date, or none that can be read");
    if (no_json || !content.is_object())
        return http::unavailable("its answer " + in_quotes(got->body) + ", of status " + std::to_string(got->status) +
                                 ", is none of Kubernetes' API");
    if (got->keeps_open) put_back(*std::move(on));
    return reply{got->status, std::move(content.get_object()), *got->date + std::chrono::seconds{1}};
}

result<reply> api_server::ask_patiently(const call& what, const std::string& token, time_point until) {
    auto got = ask_once(what, token, until);
    if (got || !what.is_read() || got.error().code != errc::store_unavailable) return got;
    {
        const std::lock_guard guard{guard_};
        idle_.clear(); // whatever broke this one, most likely broke the others as well
    }
    return std::chrono::steady_clock::now() < until ? ask_once(what, token, until) : std::move(got);
}

result<reply> api_server::ask(const call& what) {
    const auto until = std::chrono::steady_clock::now() + to_.call_timeout;
    for (bool again = false;; again = true) {
        const auto token = token_.shown();
        if (!token) return token.error();
        auto got = ask_patiently(what, *token, until);
        if (!got) return trouble(got.error());
        if (got->good() || is_for_callers(what, got->status)) return got;
        if (again || got->status != 401) return refusal(*got);
        token_.forget();
    }
}

// A token's file may be renewed, and a server that has just started may not know any token yet.
error api_server::refusal(const reply& of) const {
    const auto words = http::text_at(of.content, "message");
    if (of.status == 401)
        return trouble({to_.token.empty() ? errc::store_unavailable : errc::invalid_settings, "it refuses the token"});
    if (of.status == 403 && lacks_a_right(words))
        return trouble({errc::invalid_settings, "it does not let the service account in: grant it list, create and "
                                                "patch of leases in namespace " +
                                                    to_.space + " (docs/operating.md): " + readable(words)});
    return trouble(http::unavailable("it refuses, with status " + std::to_string(of.status) + ": " + readable(words)));
}

} // namespace vesta::kubernetes
