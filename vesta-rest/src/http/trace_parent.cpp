#include "trace_parent.hpp"

#include <algorithm>
#include <cstddef>

namespace vesta::rest::http {
namespace {

bool is_hex(std::string_view text) noexcept {
    return std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool is_zero(std::string_view text) noexcept {
    return text.find_first_not_of('0') == std::string_view::npos;
}

} // namespace

std::string_view trace_id_of(std::string_view field) noexcept {
    constexpr std::size_t size = 55; // version-traceid-parentid-flags
    if (field.size() < size || field[2] != '-' || field[35] != '-' || field[52] != '-') return {};
    const std::string_view version = field.substr(0, 2), trace = field.substr(3, 32), parent = field.substr(36, 16);
    if (!is_hex(version) || !is_hex(trace) || !is_hex(parent) || !is_hex(field.substr(53, 2))) return {};
    if (version == "ff" || is_zero(trace) || is_zero(parent)) return {};
    // Only later versions may have more, behind another dash.
    if (field.size() > size && (version == "00" || field[size] != '-')) return {};
    return trace;
}

} // namespace vesta::rest::http
