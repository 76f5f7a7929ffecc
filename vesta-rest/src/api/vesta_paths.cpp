// The four paths of Vesta's REST servers, with their bytes for successful answers: reference in docs/http-api.md.
#include "api/handlers.hpp"
#include "api/local_time.hpp"
#include "api/numbers.hpp"
#include "api/services.hpp"

#include <vesta/catalogue/making.hpp>

#include <array>

namespace vesta::rest {
namespace {

/// On Spring Boot all was JSON; on Netty nothing said that it was.
std::string_view content_type(const exchange& request) noexcept {
    const bool is_json = request.form == http::media::json || request.server.manners == compatibility::boot;
    return is_json ? "application/json" : "text/plain";
}

std::string text_of(unix_ms instant, compatibility manners) {
    const bool as_java = manners == compatibility::netty_2017 || manners == compatibility::boot;
    return as_java ? to_java_date(instant) : to_local_text(instant);
}

problem missing(std::string name) {
    std::string detail = name + " is required";
    return bad_parameters({std::move(name)}, std::move(detail));
}

} // namespace

outcome genid(exchange& request) {
    const auto generator = request.find({});
    if (!generator) return problem_of(generator.error());
    const auto stream = (*generator)->shaped_stream_of({});
    if (!stream) return problem_of(stream.error());
    const auto shape = shape_for(stream->kind, {}, {});
    if (!shape) return problem_of(shape.error());
    return id_order{.from = stream->source,
                    .generator = *generator,
                    .form = stream->kind && request.form == http::media::json ? id_form::string : id_form::bare,
                    .shape = *shape,
                    .content_type = content_type(request)};
}

outcome expid(exchange& request) {
    const auto text = request.parameter("id");
    if (!text) return missing("id");
    const auto generator = request.find_timed({});
    if (!generator) return problem_of(generator.error());
    const auto value = parse_id(*text);
    if (!value) return problem_of(value.error());
    const auto explained = (*generator)->explain_timed(*value);
    if (!explained) return problem_of(explained.error());

    constexpr std::array in_order{field::gen_method, field::machine, field::seq,
                                  field::time,       field::type,    field::version};
    char before = '{';
    for (const field each : in_order) {
        request.content += before;
        (request.content += '"').append(name(each)) += "\":";
        request.content += std::to_string(explained->parts[each]);
        before = ',';
    }
    request.content += '}';
    return answer{.content_type = content_type(request)};
}

outcome transtime(exchange& request) {
    const auto text = request.parameter("time");
    if (!text) return missing("time");
    const auto generator = request.find_timed({});
    if (!generator) return problem_of(generator.error());
    const auto time = number_in_range("time", *text, 0, largest_part);
    if (!time) return problem_of(time.error());
    const auto instant = (*generator)->to_time(*time);
    if (!instant) return problem_of(instant.error());
    request.content = text_of(*instant, request.server.manners);
    return answer{.content_type = content_type(request)};
}

outcome makeid(exchange& request) {
    making parts;
    for (const field each : all_fields)
        parts[each] = request.parameter(name(each));
    if (!parts[field::time] || !parts[field::seq])
        return bad_parameters({"time", "seq"}, "both time and seq are required");
    const auto generator = request.find_timed({});
    if (!generator) return problem_of(generator.error());
    const auto type = number_parameter(request, "type", 0, largest_part); // here it has no name
    if (!type) return problem_of(type.error());
    const auto made = (*generator)->make_id(parts, name_of_part);
    if (!made) return problem_of(made.error());
    request.content = to_string(*made);
    return answer{.content_type = content_type(request), .cache = http::caching::no_store};
}

} // namespace vesta::rest
