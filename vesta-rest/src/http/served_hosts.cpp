#include "served_hosts.hpp"

#include "text.hpp"

#include <algorithm>

namespace vesta::rest::http {
namespace {

bool is_number(std::string_view label) noexcept {
    return !label.empty() && std::ranges::all_of(label, is_digit);
}

} // namespace

std::string_view without_port(std::string_view host) noexcept {
    const auto colon = host.rfind(':');
    return colon == std::string_view::npos || host.ends_with(']') ? host : host.substr(0, colon);
}

/// Nobody can have a domain without a dot, nor one whose last label is a number: browsers read that as an address.
bool served_hosts::know(std::string_view host) const {
    const auto name = without_port(host);
    const auto label = name.substr(name.rfind('.') + 1);
    if (label.size() == name.size() || name.starts_with('[') || is_number(label)) return true;
    return std::ranges::any_of(names_, [&](const std::string& each) { return same_word(name, each); });
}

} // namespace vesta::rest::http
