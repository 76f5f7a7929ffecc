// The paths for operators.
#include "api/document.hpp"
#include "api/handlers.hpp"
#include "api/services.hpp"

#include <vesta/base/quote.hpp>

#include <boost/json.hpp>

#include <algorithm>

namespace vesta::rest {
namespace {

/// One word, as text or as {"status":"word"}, and a note for operators if there is one.
answer state(exchange& request, std::string_view word, std::string_view note = {}) {
    if (request.form == http::media::json) {
        boost::json::object made{{"status", word}};
        if (!note.empty()) made["clockDoubt"] = note;
        request.content += boost::json::serialize(made);
        return {.content_type = http::json_type, .cache = http::caching::no_store};
    }
    request.content.append(word) += '\n';
    if (!note.empty()) request.content.append(note) += '\n';
    return {.content_type = "text/plain", .cache = http::caching::no_store};
}

problem not_ready(std::string why, std::optional<std::chrono::milliseconds> ready_in = {}) {
    return problem_of(error{errc::not_ready, std::move(why), ready_in});
}

problem leaving(net::stage at) {
    problem made =
        not_ready(at == net::stage::draining ? "the server is draining: it will stop" : "the server is stopping");
    made.cause.reset(); // everybody may know
    return made;
}

} // namespace

outcome healthz(exchange& request) {
    return state(request, "ok");
}

outcome readyz(exchange& request) {
    if (request.server.state.is_leaving()) return leaving(request.server.state.at);
    const auto only = request.parameter("generator");
    const auto all = request.server.shown.statuses.get();
    const auto asked = [&](const generator_status& each) { return !only || each.name == *only; };
    if (std::ranges::none_of(*all, asked) && only)
        return problem_of(error{errc::not_found, "there is no generator " + in_quotes(*only)});
    std::string why;
    std::optional<std::chrono::milliseconds> ready_in; // when the last one is
    for (const generator_status& each : *all) {
        if (each.ready || !asked(each)) continue;
        why += (why.empty() ? "" : "; ") + ("generator " + each.name + ": " + each.why_not);
        if (each.ready_in) ready_in = std::max(ready_in.value_or(*each.ready_in), *each.ready_in);
    }
    if (!why.empty()) return not_ready(std::move(why), ready_in);
    const auto doubted =
        std::ranges::find_if(*all, [&](const auto& each) { return asked(each) && !each.clock_doubt.empty(); });
    return state(request, "ready", doubted == all->end() ? "" : std::string_view{doubted->clock_doubt});
}

outcome metrics(exchange& request) {
    request.content = *request.server.shown.metrics.get();
    return answer{.content_type = "text/plain; version=0.0.4; charset=utf-8", .cache = http::caching::no_store};
}

outcome openapi(exchange& request) {
    request.content = openapi_document();
    return answer{.content_type = http::json_type};
}

} // namespace vesta::rest
