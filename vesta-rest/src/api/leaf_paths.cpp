// The paths of Leaf's server, and the path of the sharded generator. Answers are Leaf's, byte for byte; errors are real
// statuses, with Leaf's text in a member of their own.
#include "api/handlers.hpp"
#include "api/leaf.hpp"
#include "api/local_time.hpp"
#include "api/numbers.hpp"
#include "api/route.hpp"
#include "api/services.hpp"

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

namespace vesta::rest {
namespace {

/// Leaf's message for an ID that it cannot take apart.
constexpr std::string_view cannot_decode = "snowflake Id反解析发生异常!";

problem undecodable(const error& reason) {
    problem made = problem_of(reason);
    made.leaf_error = cannot_decode;
    return made;
}

/// The generator called `leaf`, whatever its kind, such as one of kind custom with an epoch of one's own; else the
/// first of kind snowflake. Null if there is neither.
named_generator* snowflake_of(const catalogue& all) {
    const auto named = all.find("leaf");
    if (!named) return all.first_of("snowflake");
    const bool hides_time = (*named)->leaves_outward() && !(*named)->segments();
    return hides_time || (*named)->time_based() ? *named : all.first_of("snowflake");
}

outcome order_from(exchange& request, named_generator& generator, const stream_query& query) {
    if (const auto allowed = request.may(generator.name(), query); !allowed) return problem_of(allowed.error());
    const auto stream = generator.stream(query);
    if (!stream) return problem_of(request.at, stream.error());
    return id_order{.from = *stream, .generator = &generator, .content_type = leaf_content_type(request.form)};
}

} // namespace

problem no_segment() {
    return not_configured("segment", "segment: { kind: segment, store: main }");
}

problem no_snowflake() {
    return not_configured("snowflake", "leaf: { kind: snowflake }");
}

std::string_view leaf_content_type(http::media form) noexcept {
    switch (form) {
    case http::media::json:
        return "application/json;charset=UTF-8";
    case http::media::html:
        return "text/html;charset=UTF-8";
    case http::media::text:
        break;
    }
    return "text/plain;charset=UTF-8";
}

outcome leaf_segment(exchange& request) {
    auto* const generator = request.server.generators.first_of("segment");
    if (generator == nullptr) return no_segment();
    return order_from(request, *generator, {.tag = request.path[0]});
}

outcome leaf_snowflake(exchange& request) {
    auto* const generator = snowflake_of(request.server.generators);
    if (generator == nullptr) return no_snowflake();
    return order_from(request, *generator, {}); // Leaf asks for a key and ignores it
}

outcome leaf_decode(exchange& request) {
    const auto text = request.parameter("snowflakeId");
    if (!text) return bad_parameters({"snowflakeId"}, "snowflakeId is required");
    const auto* const snowflake = snowflake_of(request.server.generators);
    if (snowflake == nullptr) return no_snowflake();
    if (const auto allowed = request.may(snowflake->name()); !allowed) return problem_of(allowed.error());
    if (const auto timed = snowflake->time_based(); !timed) return problem_of(timed.error());
    const auto value = parse_id(*text);
    if (!value) return undecodable(value.error());
    const auto explained = snowflake->explain_timed(*value);
    if (!explained) return undecodable(explained.error());

    const auto since = std::to_string(explained->at.time_since_epoch().count());
    request.content =
        boost::json::serialize(boost::json::object{{"workerId", std::to_string(explained->parts.machine)},
                                                   {"sequenceId", std::to_string(explained->parts.seq)},
                                                   {"timestamp", since + "(" + to_local_text(explained->at) + ")"}});
    return answer{.content_type = leaf_content_type(http::media::json)};
}

outcome sharded(exchange& request) {
    auto* const generator = request.server.generators.first_of("sharded");
    if (generator == nullptr)
        return not_configured("sharded", "sharded: { kind: sharded, store: main, queue: memory }");
    const auto gate_pass = request.parameter("gatePass");
    if (!gate_pass) return bad_parameters({"gatePass"}, "gatePass is required; it chooses the shard");
    const auto app = number_in_range("appId", request.path[0], 0, 255);
    if (!app) return problem_of(app.error());
    return order_from(request, *generator, {.app = static_cast<std::int64_t>(*app), .gate_pass = gate_pass});
}

} // namespace vesta::rest
