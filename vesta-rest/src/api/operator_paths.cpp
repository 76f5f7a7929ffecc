// What operators look at below /v1, for the console and for scripts.
#include "api/handlers.hpp"
#include "api/numbers.hpp"
#include "api/services.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

namespace vesta::rest {
namespace {

namespace json = boost::json;

constexpr std::size_t tags_unless_told = 100;
constexpr std::size_t most_tags_told = 1'000;
constexpr std::size_t most_looks = 50'000; // some 10 ms

json::object object_of(const tag_status& of) {
    json::object made{
        {"tag", of.tag},   {"present", of.present},      {"loaded", of.loaded},    {"exhausted", of.exhausted},
        {"step", of.step}, {"served", of.counts.served}, {"held", of.counts.held}, {"dropped", of.counts.dropped}};
    if (of.current) made["next"] = std::to_string(of.current->first);
    if (of.limit > 0) made["limit"] = std::to_string(of.limit);
    if (of.trouble) made["trouble"] = of.trouble->message;
    return made;
}

std::string json_of(const std::string& generator, const tags_found& of) {
    json::array tags;
    for (const tag_status& each : of.tags)
        tags.push_back(object_of(each));
    json::object made{{"generator", generator}, {"tags", std::move(tags)}};
    if (!of.next.empty()) made["next"] = of.next;
    return json::serialize(made);
}

result<tag_search> search_of(const exchange& request) {
    const auto limit = number_parameter(request, "limit", 1, most_tags_told);
    if (!limit) return limit.error();
    return tag_search{.after = std::string{request.parameter("after").value_or("")},
                      .part = std::string{request.parameter("search").value_or("")},
                      .most = static_cast<std::size_t>(limit->value_or(tags_unless_told)),
                      .most_looks = most_looks};
}

problem not_offered(std::string_view what) {
    return plain_problem(http::status::not_found, "this server keeps no " + std::string{what});
}

/// An answer that another thread makes: @p by whom depends on whether it may block.
outcome made_by(const std::shared_ptr<snapshots>& by, made_page::maker make) {
    return order_of(std::make_shared<made_page>(by, std::move(make)), http::json_type);
}

} // namespace

outcome list_figures(exchange& request) {
    request.content = *request.server.shown.figures.get();
    return answer{.content_type = http::json_type, .cache = http::caching::no_store};
}

outcome list_events(exchange& request) {
    if (!request.server.operators.events) return not_offered("list of events");
    request.content = request.server.operators.events();
    return answer{.content_type = http::json_type, .cache = http::caching::no_store};
}

outcome list_tags(exchange& request) {
    const auto generator = request.server.generators.find(request.path[0]);
    if (!generator) return problem_of(generator.error());
    const auto segments = (*generator)->segments();
    if (!segments) return problem_of(segments.error());
    auto wanted = search_of(request);
    if (!wanted) return problem_of(wanted.error());
    return made_by(request.server.searches, [name = (*generator)->name(), of = *segments, wanted = *std::move(wanted)] {
        return json_of(name, of->search(wanted));
    });
}

outcome list_machines(exchange& request) {
    if (!request.server.operators.machines) return not_offered("list of machine IDs");
    return made_by(request.server.searches, request.server.operators.machines);
}

} // namespace vesta::rest
