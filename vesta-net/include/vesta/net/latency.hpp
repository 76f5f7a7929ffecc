#pragma once

#include <vesta/base/figures.hpp>
#include <vesta/net/counter.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace vesta::net {

/// How long requests took, from their arrival until their answers, or the first part, were handed to the system. If its
/// buffer is full, it takes nothing yet: that is up to the client, and makes no request slow.
///
/// Thread-safety: one thread calls `add`; `add_to` is safe.
class latency {
  public:
    /// The upper bounds of the buckets; one more bucket holds the rest.
    static constexpr std::array<std::chrono::nanoseconds, 17> bounds = [] {
        using us = std::chrono::microseconds;
        return std::array<std::chrono::nanoseconds, 17>{
            us{25},      us{50},      us{100},       us{250},       us{500},      us{1'000},
            us{2'500},   us{5'000},   us{10'000},    us{25'000},    us{50'000},   us{100'000},
            us{250'000}, us{500'000}, us{1'000'000}, us{2'500'000}, us{5'000'000}};
    }();

    /// @p requests took @p each.
    void add(std::uint64_t requests, std::chrono::nanoseconds each) noexcept {
        std::size_t bucket = 0; // most requests are in the first few
        while (bucket < bounds.size() && each > bounds[bucket])
            ++bucket;
        buckets_[bucket].add(requests);
        nanoseconds_.add(requests * static_cast<std::uint64_t>(std::max<std::int64_t>(each.count(), 0)));
    }

    /// Adds what it has counted to @p sum, a histogram that has these buckets, or none yet.
    void add_to(figure& sum) const;

  private:
    std::array<counter, bounds.size() + 1> buckets_;
    counter nanoseconds_;
};

} // namespace vesta::net
