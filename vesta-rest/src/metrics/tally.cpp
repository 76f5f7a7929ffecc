#include "metrics/tally.hpp"

#include <algorithm>

namespace vesta::rest {

std::string_view name(rejection why) noexcept {
    switch (why) {
    case rejection::connections:
        return "connections";
    case rejection::requests_in_flight:
        return "requests-in-flight";
    case rejection::unsent_bytes:
        return "unsent-bytes";
    case rejection::malformed:
        return "malformed";
    case rejection::read_timeout:
        return "read-timeout";
    case rejection::write_timeout:
        return "write-timeout";
    case rejection::accept_failed:
        return "accept-failed";
    case rejection::failed:
        return "failed";
    }
    return "unknown";
}

void tally::took(std::size_t path, std::uint64_t requests, std::chrono::nanoseconds each) noexcept {
    histogram& into = paths_[path].latency;
    const auto bucket = std::ranges::lower_bound(bounds, each) - bounds.begin();
    into.buckets[static_cast<std::size_t>(bucket)].add(requests);
    into.nanoseconds.add(requests * static_cast<std::uint64_t>(std::max<std::int64_t>(each.count(), 0)));
}

} // namespace vesta::rest
