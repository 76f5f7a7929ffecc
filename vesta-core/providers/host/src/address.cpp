#include <vesta/base/quote.hpp>
#include <vesta/host/address.hpp>

#include <arpa/inet.h>
#include <netinet/in.h>

#include <array>
#include <cstdint>

namespace vesta::host {
namespace {

bool is_private(const in_addr& v4) {
    const std::uint32_t bits = ntohl(v4.s_addr);
    return bits >> 24 == 10 || bits >> 20 == 0xac1 || bits >> 16 == 0xc0a8;
}

} // namespace

result<address> address::parse(std::string_view text) {
    const std::string copy{text};
    std::array<char, INET6_ADDRSTRLEN> canonical{};
    address made;
    in_addr v4{};
    in6_addr v6{};
    const bool whole = copy.find('\0') == std::string::npos; // inet_pton() would stop there
    if (whole && ::inet_pton(AF_INET, copy.c_str(), &v4) == 1) {
        ::inet_ntop(AF_INET, &v4, canonical.data(), canonical.size());
        made.site_local_ = is_private(v4);
        made.loopback_ = ntohl(v4.s_addr) >> 24 == 127;
    } else if (whole && ::inet_pton(AF_INET6, copy.c_str(), &v6) == 1) {
        ::inet_ntop(AF_INET6, &v6, canonical.data(), canonical.size());
        made.site_local_ = (v6.s6_addr[0] & 0xfe) == 0xfc;
        made.loopback_ = IN6_IS_ADDR_LOOPBACK(&v6);
    } else {
        return error{errc::invalid_argument, in_quotes(text) + " is not an IPv4 or IPv6 address"};
    }
    made.text_ = canonical.data();
    return made;
}

} // namespace vesta::host
