#pragma once

#include <vesta/base/ascii.hpp>

#include <string_view>

/// Small helpers for the text of HTTP fields, all of it ASCII.
namespace vesta::rest::http {

/// Takes the part up to @p separator, and that, off @p rest and returns the part; all of it if there is no separator.
constexpr std::string_view cut(std::string_view& rest, char separator) noexcept {
    const auto at = rest.find(separator);
    const std::string_view part = rest.substr(0, at);
    rest = at == std::string_view::npos ? std::string_view{} : rest.substr(at + 1);
    return part;
}

/// Removes spaces and tabs at both ends.
constexpr std::string_view trim(std::string_view text) noexcept {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

} // namespace vesta::rest::http
