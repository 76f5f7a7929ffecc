#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

namespace vesta {

/// How refills are sized. docs/segments.md compares the two.
enum class refill_kind : std::uint8_t {
    demand, ///< So that what is held lasts for the look-ahead at the rate of the last minute.
    leaf,   ///< Leaf's: twice as much where a segment lasted below 15 minutes, half where above 30, at most a million.
    step    ///< One step of the row, when a fifth of it is left: that of the design sharded mode succeeds.
};

/// What a policy remembers of one tag. Only the policy changes it.
struct refill_memory {
    double recent = 0;                                   ///< Numbers taken, fading with the time constant.
    std::uint64_t seen = 0;                              ///< `taken` at the last look.
    std::uint64_t seen_at_reserve = 0;                   ///< `taken` at the last reservation.
    std::uint64_t reserved = 0;                          ///< The size of the last reservation.
    std::uint32_t reservations = 0;                      ///< How many there were.
    std::chrono::steady_clock::time_point began{};       ///< The first look.
    std::chrono::steady_clock::time_point looked{};      ///< The last look.
    std::chrono::steady_clock::time_point reserved_at{}; ///< The last reservation.
};

/// How things stand with a tag.
struct refill_situation {
    std::chrono::steady_clock::time_point now{};
    std::uint64_t taken = 0; ///< Numbers taken from segments so far.
    std::uint64_t step = 1;  ///< The row's step.
    std::chrono::nanoseconds latency{0};
};

/// Decides how many numbers are reserved at a time, and how early. It has no state of its own and reads no clock.
class refill_policy {
  public:
    virtual ~refill_policy() = default;

    /// How many numbers to reserve now, at least the row's step.
    virtual std::uint64_t size(refill_memory& tag, const refill_situation& at) const noexcept = 0;

    /// A reservation of @p count numbers, which was asked for as things stood @p at, has succeeded.
    virtual void reserved(refill_memory& tag, const refill_situation& at, std::uint64_t count) const noexcept = 0;

    /// The next reservation is due when no more than this is left of the @p current segment.
    virtual std::uint64_t low_water(refill_memory& tag, const refill_situation& at,
                                    std::uint64_t current) const noexcept = 0;
};

/// Leaf's policy, with its constants: the baseline.
std::unique_ptr<const refill_policy> leaf_refill();

/// A step at a time, when a fifth of one is left.
std::unique_ptr<const refill_policy> step_refill();

/// Keeps enough in hand for @p look_ahead at the rate of the last minute, and at most @p largest in one reservation.
/// It grows by eight times what was used, at most, so that a burst does not reserve without measure.
std::unique_ptr<const refill_policy> demand_refill(std::chrono::nanoseconds look_ahead, std::uint64_t largest);

} // namespace vesta
