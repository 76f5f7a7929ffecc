#include <vesta/access/failed_attempts.hpp>

#include <arpa/inet.h>

#include <algorithm>

namespace vesta::access {

std::string network_of(std::string_view address) {
    in6_addr parsed{};
    if (::inet_pton(AF_INET6, std::string{address}.c_str(), &parsed) != 1) return std::string{address};
    if (IN6_IS_ADDR_V4MAPPED(&parsed)) return std::string{address.substr(address.rfind(':') + 1)};
    return {reinterpret_cast<const char*>(&parsed), 8};
}

std::list<failed_attempts::record>::iterator failed_attempts::find(std::string network, clock::time_point now) {
    if (const auto found = by_network_.find(network); found != by_network_.end()) {
        records_.splice(records_.begin(), records_, found->second);
        if (now - records_.front().last > forgotten_after) records_.front().failures = 0;
        return records_.begin();
    }
    if (records_.size() == most_addresses) {
        by_network_.erase(records_.back().network);
        records_.pop_back();
    }
    records_.push_front({.network = network});
    by_network_.emplace(std::move(network), records_.begin());
    return records_.begin();
}

failed_attempts::clock::duration failed_attempts::failed(std::string_view address, clock::time_point now) {
    const std::lock_guard lock{guard_};
    record& of = *find(network_of(address), now);
    of.last = now;
    if (++of.failures <= unpunished) return {};
    const auto doublings = std::min<std::size_t>(of.failures - unpunished - 1, 16);
    const auto wait = std::min<std::chrono::milliseconds>(first_wait * (1 << doublings), longest_wait);
    of.answered_until = std::min(std::max(of.answered_until, now) + wait, now + longest_wait);
    return of.answered_until - now;
}

} // namespace vesta::access
