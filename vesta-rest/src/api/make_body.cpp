#include "api/make_body.hpp"

#include "api/flat_json.hpp"

#include <algorithm>

namespace vesta::rest {
namespace {

constexpr std::string_view takes = "; the body takes version, type, genMethod, machine, time and seq";

} // namespace

std::variant<making, problem> read_make_body(std::string_view body) {
    auto members = parse_flat_json(body);
    if (!members) return problem_of(members.error());
    making parts;
    for (json_member& each : *members) {
        const auto which = std::ranges::find(all_fields, each.name, [](field of) { return name(of); });
        if (which == all_fields.end())
            return bad_parameters({each.name}, "unknown member: " + each.name + std::string{takes});
        if (parts[*which]) return bad_parameters({each.name}, "member given more than once: " + each.name);
        parts[*which] = std::move(each.text);
    }
    if (parts[field::time] && parts[field::seq]) return parts;
    return problem_of(error{errc::invalid_argument, "both time and seq are required" + std::string{takes}});
}

} // namespace vesta::rest
