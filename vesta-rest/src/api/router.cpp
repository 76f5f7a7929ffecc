#include "api/router.hpp"

#include "http/text.hpp"

#include <vesta/base/list.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace vesta::rest {
namespace {

bool matches(std::string_view pattern, const http::target& target, match& into) noexcept {
    into.placeholder_count = 0;
    for (const std::string_view segment : target.segments()) {
        if (pattern.empty()) return false;
        pattern.remove_prefix(1);
        const std::string_view rest = pattern;
        const std::string_view part = rest.substr(0, rest.find('/'));
        pattern = rest.substr(part.size());
        if (part.starts_with('{')) {
            if (segment.empty()) return false;
            into.placeholders[into.placeholder_count++] = segment;
        } else if (part != segment) {
            return false;
        }
    }
    return pattern.empty() || pattern == "/";
}

/// A client's text, short enough to be repeated to it.
std::string quoted(std::string_view text) {
    constexpr std::size_t most = 40;
    std::size_t end = std::min(text.size(), most);
    while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
        --end; // not within a character
    return std::string{text.substr(0, end)} + (end < text.size() ? "..." : "");
}

void add_once(std::vector<std::string>& to, std::string name) {
    if (std::ranges::find(to, name) == to.end()) to.push_back(std::move(name));
}

} // namespace

match find_route(const http::target& target) noexcept {
    match result;
    for (const route& each : routes()) {
        if (!matches(each.pattern, target, result)) continue;
        result.found = &each;
        return result;
    }
    return result;
}

const route& genid_route() noexcept {
    return routes().front();
}

std::optional<problem> check_parameters(const route& route, std::span<const http::target::parameter> given) {
    std::vector<std::string> unknown;
    std::vector<std::string> repeated;
    std::vector<std::string> empty;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const std::string_view name = given[i].name;
        const auto is_same = [name](const http::target::parameter& other) { return other.name == name; };
        if (std::ranges::find(route.parameters, name) == route.parameters.end()) {
            add_once(unknown, quoted(name));
        } else if (std::ranges::any_of(given.first(i), is_same)) {
            add_once(repeated, quoted(name));
        } else if (!given[i].value || given[i].value->empty()) {
            add_once(empty, quoted(name));
        }
    }
    const std::string takes = "; " + std::string{route.pattern} +
                              (route.parameters.empty() ? " takes none" : " takes " + listed(route.parameters));
    const auto about = [](std::vector<std::string>& names, const std::string& what, const std::string& more) {
        const std::vector<std::string_view> views{names.begin(), names.end()};
        return bad_parameters(std::move(names), what + listed(views) + more);
    };
    if (!unknown.empty()) return about(unknown, "unknown parameter: ", takes);
    if (!repeated.empty()) return about(repeated, "parameter given more than once: ", "; give it once");
    if (!empty.empty()) return about(empty, "parameter without a value: ", "; give it one, or leave it out");
    return std::nullopt;
}

} // namespace vesta::rest
