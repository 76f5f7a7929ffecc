#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

namespace vesta {

/// How reservations are sized. docs/segments.md compares the kinds.
enum class refill_kind : std::uint8_t {
    demand, ///< So that held numbers last for the look-ahead at the rate of the last minute.
    leaf,   ///< Leaf's: twice as many if a segment lasted below 15 minutes, half if above 30, at most a million.
    step    ///< One step of the row when a fifth of it is left, as in the design that sharded mode succeeds.
};

/// The memory of a policy for one tag. Only the policy changes it.
struct refill_memory {
    double recent = 0;                                   ///< Numbers taken, fading with the time constant.
    std::uint64_t seen = 0;                              ///< `taken` at the last look.
    std::uint64_t seen_at_reserve = 0;                   ///< `taken` at the last reservation.
    std::uint64_t reserved = 0;                          ///< The size of the last reservation.
    std::uint32_t reservations = 0;                      ///< Their number.
    std::chrono::steady_clock::time_point began{};       ///< The first look.
    std::chrono::steady_clock::time_point looked{};      ///< The last look.
    std::chrono::steady_clock::time_point reserved_at{}; ///< The last reservation.
};

/// The situation of a tag when a policy decides.
struct refill_situation {
    std::chrono::steady_clock::time_point now{};
    std::uint64_t taken = 0; ///< Numbers taken from segments so far.
    std::uint64_t step = 1;  ///< The row's step.
    std::chrono::nanoseconds latency{0};
};

/// Decides how many numbers are reserved at a time, and how early. A port.
///
/// It has no state of its own and reads no clock.
/// Thread-safety: safe; the caller guards the `refill_memory`.
class refill_policy {
  public:
    virtual ~refill_policy() = default;

    /// How many numbers to reserve now, at least the row's step.
    virtual std::uint64_t size(refill_memory& tag, const refill_situation& at) const noexcept = 0;

    /// A reservation of @p count numbers, ordered in situation @p at, has succeeded.
    virtual void reserved(refill_memory& tag, const refill_situation& at, std::uint64_t count) const noexcept = 0;

    /// The next reservation is due when at most this many numbers of the @p current segment are left.
    virtual std::uint64_t low_water(refill_memory& tag, const refill_situation& at,
                                    std::uint64_t current) const noexcept = 0;
};

/// Leaf's policy with its constants: the baseline.
std::unique_ptr<const refill_policy> leaf_refill();

/// Reserves a step at a time, when a fifth of one is left.
std::unique_ptr<const refill_policy> step_refill();

/// Keeps enough numbers for @p look_ahead at the rate of the last minute, and reserves at most @p largest at a time.
/// Grows to eight times the numbers used at most, so that a burst does not reserve without limit.
std::unique_ptr<const refill_policy> demand_refill(std::chrono::nanoseconds look_ahead, std::uint64_t largest);

} // namespace vesta
