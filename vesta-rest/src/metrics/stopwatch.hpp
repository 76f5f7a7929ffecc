#pragma once

#include "metrics/tally.hpp"

#include <chrono>
#include <cstdint>

namespace vesta::rest {

/// Times the requests of a batch, which arrive together and are answered together: one clock reading serves all of one
/// path.
///
/// Thread-safety: none.
class stopwatch {
  public:
    using clock = std::chrono::steady_clock;

    explicit stopwatch(tally& counts) noexcept : counts_{counts} {}

    /// Requests answered from now on arrived at @p arrival. Requests whose answers never left are not timed.
    void start(clock::time_point arrival) noexcept {
        requests_ = 0;
        arrival_ = arrival;
    }

    /// A request of @p path was answered.
    void answered(std::size_t path) noexcept {
        if (path != path_) stop();
        path_ = path;
        ++requests_;
    }

    /// The answers have been handed to the system. How long they took; 0 if there were none.
    clock::duration stop() noexcept {
        if (requests_ == 0) return {};
        const auto took = clock::now() - arrival_;
        counts_.took(path_, requests_, took);
        requests_ = 0;
        return took;
    }
    /// How long the present requests have taken so far.
    clock::duration so_far() const noexcept { return clock::now() - arrival_; }

  private:
    tally& counts_;
    clock::time_point arrival_{};
    std::size_t path_ = 0;
    std::uint64_t requests_ = 0;
};

} // namespace vesta::rest
