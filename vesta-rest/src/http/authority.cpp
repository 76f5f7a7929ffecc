#include "authority.hpp"

#include "text.hpp"

#include <boost/url/authority_view.hpp>

#include <algorithm>

namespace vesta::rest::http {
namespace {

/// The form that nearly every client sends: letters, digits, dots and hyphens, and a port.
bool is_plain_host(std::string_view value) noexcept {
    const auto end_of_name =
        std::ranges::find_if_not(value, [](char c) { return is_alnum(c) || c == '.' || c == '-'; });
    if (end_of_name == value.end()) return true;
    if (*end_of_name != ':' || end_of_name == value.begin()) return false;
    const auto port = value.end() - end_of_name - 1;
    return port <= 5 && std::all_of(end_of_name + 1, value.end(), is_digit);
}

} // namespace

bool is_host(std::string_view value) noexcept {
    if (is_plain_host(value)) return true;
    const auto parsed = boost::urls::parse_authority({value.data(), value.size()});
    return parsed && !parsed->has_userinfo() && !parsed->encoded_host().empty() && parsed->port().size() <= 5;
}

} // namespace vesta::rest::http
