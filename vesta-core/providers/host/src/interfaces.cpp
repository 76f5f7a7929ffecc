#include <vesta/base/list.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/host/address.hpp>

#include <net/if.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ifaddrs.h>
#include <memory>
#include <netdb.h>
#include <system_error>

namespace vesta::host {
namespace {

std::string list(std::span<const local_address> found) {
    if (found.empty()) return "none";
    return listed(found, [](const local_address& each) { return each.value.text() + " (" + each.interface + ")"; });
}

bool is_v4(const address& of) {
    return of.text().find(':') == std::string::npos;
}

bool usable(const ifaddrs& entry) {
    if (entry.ifa_addr == nullptr || (entry.ifa_flags & IFF_UP) == 0) return false;
    if (entry.ifa_addr->sa_family == AF_INET) return true;
    if (entry.ifa_addr->sa_family != AF_INET6) return false;
    const auto& v6 = *reinterpret_cast<const sockaddr_in6*>(entry.ifa_addr);
    return !IN6_IS_ADDR_LINKLOCAL(&v6.sin6_addr);
}

result<address> of_interface(std::span<const local_address> found, std::string_view interface) {
    const address* chosen = nullptr;
    for (const auto& each : found) {
        if (each.interface != interface) continue;
        if (chosen == nullptr || (!is_v4(*chosen) && is_v4(each.value))) chosen = &each.value;
    }
    if (chosen != nullptr) return *chosen;
    return error{errc::invalid_settings, "machine-id.interface is " + in_quotes(interface) +
                                             ", which has no address here; this host has " + list(found)};
}

} // namespace

result<std::vector<local_address>> local_addresses() {
    ifaddrs* raw = nullptr;
    if (::getifaddrs(&raw) != 0)
        return error{errc::internal, "cannot list the network interfaces: " + std::generic_category().message(errno)};
    const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> entries{raw, &::freeifaddrs};
    std::vector<local_address> found;
    for (const ifaddrs* entry = entries.get(); entry != nullptr; entry = entry->ifa_next) {
        if (!usable(*entry)) continue;
        const bool v4 = entry->ifa_addr->sa_family == AF_INET;
        std::array<char, NI_MAXHOST> text{};
        const auto size = static_cast<socklen_t>(v4 ? sizeof(sockaddr_in) : sizeof(sockaddr_in6));
        if (::getnameinfo(entry->ifa_addr, size, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) != 0) continue;
        if (auto parsed = address::parse(text.data())) found.push_back({entry->ifa_name, *std::move(parsed)});
    }
    return found;
}

result<address> choose_address(std::span<const local_address> found, std::string_view interface) {
    if (!interface.empty()) return of_interface(found, interface);
    std::vector<local_address> site_local;
    std::ranges::copy_if(found, std::back_inserter(site_local),
                         [](const auto& each) { return each.value.is_site_local(); });
    if (site_local.size() == 1) return site_local.front().value;
    const std::string remedy = "; set machine-id.address or machine-id.interface";
    if (site_local.empty())
        return error{errc::invalid_settings,
                     "this host has no site-local address (it has " + list(found) + ")" + remedy};
    return error{errc::invalid_settings, "this host has several site-local addresses: " + list(site_local) + remedy};
}

} // namespace vesta::host
