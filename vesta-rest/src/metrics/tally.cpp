#include "metrics/tally.hpp"

#include <algorithm>

namespace vesta::rest {

void tally::took(std::size_t path, std::uint64_t requests, std::chrono::nanoseconds each) noexcept {
    histogram& into = paths_[path].latency;
    const auto bucket = std::ranges::lower_bound(bounds, each) - bounds.begin();
    into.buckets[static_cast<std::size_t>(bucket)].add(requests);
    into.nanoseconds.add(requests * static_cast<std::uint64_t>(std::max<std::int64_t>(each.count(), 0)));
}

} // namespace vesta::rest
