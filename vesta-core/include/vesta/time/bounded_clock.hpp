#pragma once

#include <vesta/time/clock.hpp>
#include <vesta/time/told_time.hpp>

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string_view>

namespace vesta {

/// A clock that runs no more than a second ahead of a store's. What a store that lends machine IDs takes of marks is
/// bound to the store's time (`lease_row::ahead`): reservations that follow this clock stay within that, and IDs go on
/// where the host's own clock is further ahead. Until a store has told its time it is the clock beneath. Safe to use
/// from any thread.
class bounded_clock final : public wall_clock {
  public:
    /// How far ahead of the store's clock it may be.
    static constexpr std::chrono::milliseconds ahead{1000};

    /// Told, in one line, when the clock beneath is far ahead, and when it is not any more. Called without a lock held.
    using log_sink = std::function<void(std::string_view)>;

    /// @p clock outlives this.
    explicit bounded_clock(const wall_clock& clock, log_sink log = {}) : clock_{clock}, log_{std::move(log)} {}

    unix_ns now() const noexcept override;
    boot_clock::time_point steady() const noexcept override { return clock_.steady(); }
    void rest(std::chrono::nanoseconds duration) const override { clock_.rest(duration); }

    /// The store's time of day is @p time, now.
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
