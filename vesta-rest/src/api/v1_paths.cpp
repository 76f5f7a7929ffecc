// Our own API, version 1: 64-bit IDs are JSON strings, since JavaScript's numbers end at 2^53.
#include "api/explained.hpp"
#include "api/flat_json.hpp"
#include "api/formatted.hpp"
#include "api/handlers.hpp"
#include "api/make_body.hpp"
#include "api/numbers.hpp"
#include "api/services.hpp"

namespace vesta::rest {

outcome list_generators(exchange& request) {
    request.content = *request.server.shown.generators.get();
    return answer{.content_type = http::json_type, .cache = http::caching::no_store};
}

outcome generator_ids(exchange& request) {
    if (asks_formatted(request)) return formatted_ids(request);
    const auto count = number_parameter(request, "count", 1, request.server.limit.batch);
    if (!count) return problem_of(count.error());
    const auto format = format_parameter(request);
    if (!format) return problem_of(format.error());
    stream_query query{.tag = request.parameter("tag"), .gate_pass = request.parameter("gatePass")};
    if (const auto text = request.parameter("app")) {
        const auto app = number_in_range("app", *text, 0, largest_part);
        if (!app) return problem_of(app.error());
        query.app = static_cast<std::int64_t>(*app);
    }
    const auto generator = request.find(request.path[0], query);
    if (!generator) return problem_of(generator.error());
    const auto stream = (*generator)->shaped_stream_of(query);
    if (!stream) return problem_of(stream.error());
    const auto prefix = request.parameter("prefix").value_or("");
    const auto shape = shape_for(stream->kind, *format, prefix);
    if (!shape) return problem_of(shape.error());
    const bool as_json = request.form == http::media::json;
    return id_order{.from = stream->source,
                    .generator = *generator,
                    .count = static_cast<std::size_t>(count->value_or(1)),
                    .form = as_json ? id_form::json : id_form::lines,
                    .shape = *shape,
                    .prefix = std::string{prefix},
                    .content_type = as_json ? http::json_type : "text/plain"};
}

outcome generator_explain(exchange& request) {
    if (asks_formatted(request)) return explain_formatted(request);
    const auto generator = request.find(request.path[0]);
    if (!generator) return problem_of(generator.error());
    if (const auto can = (*generator)->explains(); !can) return problem_of(can.error());
    const auto format = format_parameter(request);
    if (!format) return problem_of(format.error());
    const auto told = (*generator)->explain_text(request.path[1], *format);
    if (!told) return problem_of(told.error());
    std::visit([&](const auto& each) { write_explanation((*generator)->name(), each, request.content); }, *told);
    return answer{.content_type = http::json_type};
}

outcome generator_make(exchange& request) {
    if (!is_json(request.content_type)) return not_json();
    const auto format = format_parameter(request);
    if (!format) return problem_of(format.error());
    const auto as = suited_form({}, *format);
    if (!as) return problem_of(as.error());
    const auto generator = request.find_timed(request.path[0]);
    if (!generator) return problem_of(generator.error());
    const auto parts = read_make_body(request.body);
    if (const auto* const wrong = std::get_if<problem>(&parts)) return *wrong;
    const auto made = (*generator)->make_id(std::get<making>(parts), name_of_part);
    if (!made) return problem_of(made.error());
    (request.content += R"({"id":")").append(to_text(*made, *as)) += "\"}";
    return answer{.content_type = http::json_type, .cache = http::caching::no_store};
}

} // namespace vesta::rest
