#include "api/handlers.hpp"
#include "api/route.hpp"

#include <array>

namespace vesta::rest {
namespace {

using access::verb;
using http::media;
using http::method;
using http::method_set;

// HEAD and OPTIONS go with every path. The servers we succeed answered any method; of the others, POST is in use.
constexpr method_set get_only{method::get, method::head, method::options};
constexpr method_set get_or_post{method::get, method::head, method::post, method::options};
constexpr method_set post_only{method::post, method::options};

constexpr std::array text_or_json{media::text, media::json};
constexpr std::array json_or_text{media::json, media::text};
constexpr std::array text_json_or_html{media::text, media::json, media::html};
constexpr std::array html_json_or_text{media::html, media::json, media::text};
constexpr std::array json_or_html{media::json, media::html};
constexpr std::array json_only{media::json};
constexpr std::array text_only{media::text};

constexpr std::array<std::string_view, 1> id_parameter{"id"};
constexpr std::array<std::string_view, 1> time_parameter{"time"};
constexpr std::array<std::string_view, 6> make_parameters{"version", "type", "genMethod", "machine", "time", "seq"};
constexpr std::array<std::string_view, 1> decode_parameters{"snowflakeId"};
constexpr std::array<std::string_view, 2> table_parameters{"after", "limit"};
constexpr std::array<std::string_view, 1> sharded_parameters{"gatePass"};
constexpr std::array<std::string_view, 3> tinyid_parameters{"bizType", "batchSize", "token"};
constexpr std::array<std::string_view, 2> tinyid_segment_parameters{"bizType", "token"};
constexpr std::array<std::string_view, 6> ids_parameters{"count", "tag", "app", "gatePass", "format", "prefix"};
constexpr std::array<std::string_view, 1> format_only{"format"};
constexpr std::array<std::string_view, 2> explain_parameters{"format", "tag"};
constexpr std::array<std::string_view, 3> tags_parameters{"search", "after", "limit"};
constexpr std::array<std::string_view, 1> tag_only{"tag"};
constexpr std::array<std::string_view, 3> numbers_parameters{"tag", "from", "limit"};
constexpr std::array<std::string_view, 1> ready_parameters{"generator"};

/// Leaf: -1 not initialised, -2 no such key, -3 both segments not ready.
int segment_code(errc code) {
    if (code == errc::not_found || code == errc::invalid_argument) return -2;
    return code == errc::not_ready || code == errc::store_unavailable ? -3 : -1;
}

/// Leaf: -3 the clock is behind by more than is waited for, -1 it still was after the wait.
int snowflake_code(errc code) {
    return code == errc::clock_behind ? -3 : -1;
}

const std::array<route, 33> all{{
    {"/genid", verb::take, get_or_post, {}, text_or_json, genid, true, nullptr, manner::vesta},
    {"/expid", verb::explain, get_or_post, id_parameter, text_or_json, expid, true, nullptr, manner::vesta},
    {"/transtime", verb::explain, get_or_post, time_parameter, text_only, transtime, true, nullptr, manner::vesta},
    {"/makeid", verb::make, get_or_post, make_parameters, text_or_json, makeid, true, nullptr, manner::vesta},
    {"/api/segment/get/{tag}",
     verb::take,
     get_or_post,
     {},
     text_json_or_html,
     leaf_segment,
     true,
     segment_code,
     manner::leaf},
    {"/api/snowflake/get/{key}",
     verb::take,
     get_or_post,
     {},
     text_json_or_html,
     leaf_snowflake,
     true,
     snowflake_code,
     manner::leaf},
    {"/decodeSnowflakeId", verb::explain, get_or_post, decode_parameters, json_only, leaf_decode, true, nullptr,
     manner::leaf},
    {"/cache", verb::observe, get_only, table_parameters, html_json_or_text, leaf_cache, true},
    {"/db", verb::observe, get_only, table_parameters, html_json_or_text, leaf_db, true},
    {"/api/sharded/get/{appId}", verb::take, get_or_post, sharded_parameters, text_or_json, sharded},
    {"/tinyid/id/nextId", verb::take, get_or_post, tinyid_parameters, json_only, tinyid_next, true, nullptr,
     manner::tinyid},
    {"/tinyid/id/nextIdSimple", verb::take, get_or_post, tinyid_parameters, text_json_or_html, tinyid_next_simple, true,
     nullptr, manner::tinyid},
    {"/tinyid/id/nextSegmentId", verb::range, get_or_post, tinyid_segment_parameters, json_only, tinyid_segment, true,
     nullptr, manner::tinyid},
    {"/tinyid/id/nextSegmentIdSimple", verb::range, get_or_post, tinyid_segment_parameters, text_json_or_html,
     tinyid_segment_simple, true, nullptr, manner::tinyid},
    {"/v1/generators", verb::observe, get_only, {}, json_only, list_generators},
    {"/v1/generators/{name}/ids", verb::take, get_or_post, ids_parameters, json_or_text, generator_ids},
    {"/v1/generators/{name}/ids/{id}", verb::explain, get_only, explain_parameters, json_only, generator_explain},
    {"/v1/generators/{name}/make", verb::make, post_only, format_only, json_only, generator_make},
    {"/v1/generators/{name}/tags", verb::observe, get_only, tags_parameters, json_only, list_tags},
    {"/v1/generators/{name}/tags/{tag}/create", verb::admin, post_only, {}, json_only, create_tag},
    {"/v1/generators/{name}/tags/{tag}/raise", verb::admin, post_only, {}, json_only, raise_tag},
    {"/v1/generators/{name}/number", verb::take, post_only, tag_only, json_only, take_number},
    {"/v1/generators/{name}/numbers", verb::observe, get_only, numbers_parameters, json_only, list_numbers},
    {"/v1/generators/{name}/numbers/{number}/void", verb::admin, post_only, tag_only, json_only, void_number},
    {"/v1/machines/{id}/release", verb::admin, post_only, {}, json_only, release_machine},
    {"/v1/figures", verb::observe, get_only, {}, json_only, list_figures},
    {"/v1/events", verb::observe, get_only, {}, json_only, list_events},
    {"/v1/machines", verb::observe, get_only, {}, json_only, list_machines},
    {"/healthz", verb::health, get_only, {}, text_or_json, healthz, true},
    {"/readyz", verb::health, get_only, ready_parameters, text_or_json, readyz, true},
    {"/metrics", verb::observe, get_only, {}, text_only, metrics, true},
    {"/openapi.json", verb::observe, get_only, {}, json_only, openapi, true},
    {"/", verb::health, get_only, {}, json_or_html, console_or_index, true, nullptr, manner::own, true},
}};

} // namespace

problem problem_of(const route& at, const error& reason) {
    problem made = problem_of(reason);
    if (at.leaf_code == nullptr) return made;
    made.code = http::status::internal_server_error; // Leaf's, whatever it was
    made.leaf_result = "Result{id=" + std::to_string(at.leaf_code(reason.code)) + ", status=EXCEPTION}";
    return made;
}

std::span<const route> routes() noexcept {
    return all;
}

} // namespace vesta::rest
