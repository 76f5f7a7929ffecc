#include "api/make_body.hpp"

#include "api/flat_json.hpp"
#include "api/numbers.hpp"

#include <algorithm>
#include <array>

namespace vesta::rest {
namespace {

constexpr std::array<std::string_view, 6> known{"version", "type", "genMethod", "machine", "time", "seq"};
constexpr std::string_view takes = "; the body takes version, type, genMethod, machine, time and seq";

/// What is wrong with the names: unknown, or repeated.
std::optional<problem> check_names(const std::vector<json_member>& members) {
    for (auto each = members.begin(); each != members.end(); ++each) {
        if (std::ranges::find(known, each->name) == known.end())
            return bad_parameters({each->name}, "unknown member: " + each->name + std::string{takes});
        if (std::find_if(members.begin(), each, [&](const auto& other) { return other.name == each->name; }) != each)
            return bad_parameters({each->name}, "member given more than once: " + each->name);
    }
    return std::nullopt;
}

/// The member @p name as a number; nothing where it is absent.
result<std::optional<std::uint64_t>> number_of(const std::vector<json_member>& members, std::string_view name) {
    const auto found = std::ranges::find(members, name, &json_member::name);
    if (found == members.end()) return std::optional<std::uint64_t>{};
    const auto value = read_number(name, found->text, 0, most_of_any);
    if (!value) return value.error();
    return std::optional{*value};
}

/// A name, or its number: "0" is the number too, as clients whose numbers are short write it.
bool is_type_name(const json_member& type) {
    return type.is_string && !std::ranges::all_of(type.text, [](char c) { return c >= '0' && c <= '9'; });
}

result<making> read_numbers(const std::vector<json_member>& members, bool with_type) {
    making parts;
    std::optional<std::uint64_t> time;
    std::optional<std::uint64_t> seq;
    const std::array targets{std::pair{"version", &parts.version},
                             std::pair{"genMethod", &parts.gen_method},
                             std::pair{"machine", &parts.machine},
                             std::pair{"time", &time},
                             std::pair{"seq", &seq},
                             std::pair{"type", &parts.type}};
    for (const auto& [name, into] : targets) {
        if (into == &parts.type && !with_type) continue;
        const auto value = number_of(members, name);
        if (!value) return value.error();
        *into = *value;
    }
    if (!time || !seq) return error{errc::invalid_argument, "both time and seq are required" + std::string{takes}};
    parts.time = *time;
    parts.seq = *seq;
    return parts;
}

} // namespace

std::variant<making, problem> read_make_body(std::string_view body) {
    const auto members = parse_flat_json(body);
    if (!members) return problem_of(members.error());
    if (auto wrong = check_names(*members)) return *std::move(wrong);
    const auto type = std::ranges::find(*members, "type", &json_member::name);
    const bool has_type_name = type != members->end() && is_type_name(*type);
    auto parts = read_numbers(*members, !has_type_name);
    if (!parts) return problem_of(parts.error());
    if (has_type_name) parts->type_name = type->text;
    return *std::move(parts);
}

} // namespace vesta::rest
