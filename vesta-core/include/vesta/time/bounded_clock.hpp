#pragma once

#include <vesta/base/log.hpp>
#include <vesta/time/clock.hpp>
#include <vesta/time/told_time.hpp>

#include <chrono>
#include <mutex>
#include <optional>

namespace vesta {

/// A wall clock that runs at most a second ahead of a store's.
///
/// A store that lends machine IDs bounds marks by its own time (`lease_row::ahead`). Reservations that follow this
/// clock stay within that bound, and IDs go on by the store's time while the host's clock is further ahead. Until the
/// store has told its time, this is the clock beneath.
///
/// Thread-safety: safe.
class bounded_clock final : public wall_clock {
  public:
    /// The largest lead over the store's clock.
    static constexpr std::chrono::milliseconds ahead{1000};

    /// @p log receives one line when the clock beneath is more than twice the bound ahead, and one when it is within
    /// the bound again.
    ///
    /// Lifetime: @p clock outlives this.
    explicit bounded_clock(const wall_clock& clock, log_sink log = {}) : clock_{clock}, log_{std::move(log)} {}

    unix_ns now() const noexcept override;
    boot_clock::time_point steady() const noexcept override { return clock_.steady(); }
    bool is_set() const noexcept override { return clock_.is_set(); }
    void rest(std::chrono::nanoseconds duration) const override { clock_.rest(duration); }

    /// Tells that the store's time of day is @p time now.
    void store_says(unix_ms time) noexcept;

  private:
    void tell(std::chrono::nanoseconds ahead_of_store) const noexcept;

    const wall_clock& clock_;
    const log_sink log_;
    mutable std::mutex guard_;
    std::optional<told_time> told_;
    mutable bool apart_ = false;
};

} // namespace vesta
