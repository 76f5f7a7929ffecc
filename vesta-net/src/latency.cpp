#include <vesta/net/latency.hpp>

namespace vesta::net {

void latency::add_to(figure& sum) const {
    using seconds = std::chrono::duration<double>;
    if (sum.buckets.empty())
        for (const auto each : bounds)
            sum.buckets.push_back({.upper_bound = seconds{each}.count()});
    std::uint64_t so_far = 0;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        so_far += buckets_[i].value();
        sum.buckets[i].cumulative_count += so_far;
    }
    sum.count += so_far + buckets_.back().value();
    sum.sum += seconds{std::chrono::nanoseconds{nanoseconds_.value()}}.count();
}

} // namespace vesta::net
