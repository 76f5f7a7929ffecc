#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace vesta::access {

/// The sustained rate, and the most that may be taken at once after a pause.
struct quota_settings {
    static constexpr std::uint64_t most_per_second = 100'000'000; ///< Time is counted in nanoseconds.
    static constexpr std::uint64_t largest_burst = 1'000'000'000;

    std::uint64_t ids_per_second = 0; ///< 1 to `most_per_second`
    std::uint64_t burst = 0;          ///< 1 to `largest_burst`: the most that one request may ask for

    bool operator==(const quota_settings&) const = default;
};

/// Counts what is taken against a quota: the generic cell rate algorithm (ITU-T I.371), one word that is moved by
/// compare-and-swap.
///
/// Thread-safety: safe.
class quota {
  public:
    using clock = std::chrono::steady_clock;

    explicit quota(const quota_settings& of) noexcept : of_{of} {}

    enum class outcome : std::uint8_t { taken, wait, never };
    struct answer {
        outcome how = outcome::taken;
        clock::duration wait{}; ///< Until as many can be taken, if nobody else takes any.
    };

    /// Takes @p count numbers, all or none. `never`: @p count exceeds the burst.
    answer take(std::uint64_t count, clock::time_point now) noexcept;

    /// Gives back what was taken and not used.
    void give_back(std::uint64_t count) noexcept;

    const quota_settings& settings() const noexcept { return of_; }

  private:
    quota_settings of_;
    std::atomic<std::int64_t> used_until_{0}; ///< Nanoseconds of the clock at which all that was taken is earned.
};

} // namespace vesta::access
