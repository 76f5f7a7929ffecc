#include "authority.hpp"

#include "text.hpp"

#include <boost/url/authority_view.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace vesta::rest::http {
namespace {

/// What a name or an address of version 4 consists of. A table: each request has a Host.
constexpr auto of_names = [] {
    std::array<bool, 256> made{};
    for (int each = 0; each < 256; ++each)
        made.at(static_cast<std::size_t>(each)) = is_alnum(static_cast<char>(each)) || each == '.' || each == '-';
    return made;
}();

/// The form that nearly every client sends: letters, digits, dots and hyphens, and a port.
bool is_plain_host(std::string_view value) noexcept {
    const auto end_of_name =
        std::ranges::find_if_not(value, [](char c) { return of_names[static_cast<unsigned char>(c)]; });
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
