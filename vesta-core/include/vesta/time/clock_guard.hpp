#pragma once

#include <vesta/base/log.hpp>
#include <vesta/time/clock.hpp>
#include <vesta/time/instant.hpp>

#include <chrono>
#include <mutex>
#include <optional>
#include <string>

namespace vesta {

/// A wall clock that is followed only while it is plausible, so that no reservation follows a bad jump.
///
/// A wall clock more than `max_forward` ahead of the expected time is doubted: `now()` then returns the expected time,
/// no mark follows the jump, and IDs go on. The expected time is the last believed time plus the time that the boot
/// clock has counted since.
///
/// A shared store's time overrules the boot clock, which stops while a hypervisor pauses the host: a wall clock not far
/// ahead of the store's is believed. Until the two have agreed once, a wall clock far ahead of the store's is doubted
/// even if it runs steadily.
///
/// Without a store, a wall clock that a time server has set since the start is believed once, wherever it is: the
/// reference is from before, as on a host that boots without a hardware clock.
///
/// A wall clock that is behind is always believed; own time bridges the gap (docs/architecture.md). After an hour
/// behind it becomes the new reference.
///
/// Generators read it to reserve time and when an ID was refused, not for every ID.
/// Thread-safety: safe.
class clock_guard final : public wall_clock {
  public:
    /// Why the wall clock is doubted.
    struct doubt {
        std::chrono::milliseconds ahead;       ///< Ahead of the expected time by this much.
        bool by_store;                         ///< Whether a store's time contradicts it, rather than the boot clock.
        std::string text() const;              ///< One line: how far ahead, of which time, the effect, and the remedy.
        std::chrono::milliseconds max_forward; ///< The limit that was exceeded.
    };

    /// Takes the present time of @p clock as the reference. A @p max_forward of 0 believes it always. @p log receives
    /// one line when the wall clock becomes doubted and one when it is believed again.
    ///
    /// Lifetime: @p clock outlives this.
    clock_guard(const wall_clock& clock, std::chrono::milliseconds max_forward, log_sink log = {});

    /// The wall clock's time while it is believed, else the expected time.
    unix_ns now() const noexcept override;
    boot_clock::time_point steady() const noexcept override { return clock_.steady(); }
    bool is_set() const noexcept override { return clock_.is_set(); }
    void rest(std::chrono::nanoseconds duration) const override { clock_.rest(duration); }

    /// Tells that a shared store's time of day is @p time now. The last call counts if there are several stores.
    void store_says(unix_ms time) noexcept;

    /// Tells that an earlier process of this boot believed @p wall at @p at.
    ///
    /// It counts only if this wall clock was ahead of it at the start; of several, the latest @p at counts. Call it
    /// before the first reading: it resets the reference.
    void continue_from(unix_ms wall, boot_clock::time_point at) noexcept;

    /// Why the wall clock is doubted; nothing while it is believed.
    std::optional<doubt> in_doubt() const noexcept;

  private:
    /// A reading of the wall clock, or the time it should have shown, at one moment of the boot clock.
    struct sight {
        unix_ns wall;
        boot_clock::time_point at;
        unix_ns later(boot_clock::time_point then) const noexcept { return wall + (then - at); }
    };

    struct verdict {
        unix_ns believed;
        std::optional<doubt> why_not;
        bool changed;
    };

    verdict judge() const noexcept;
    verdict judge(sight seen) const noexcept;
    void hear_store(sight seen) const noexcept;
    void hear_time_server(sight seen) const noexcept;
    bool is_far_ahead(unix_ns wall, unix_ns of) const noexcept;
    void believe(sight seen) const noexcept;
    void tell(const verdict& of) const noexcept;

    const wall_clock& clock_;
    const std::chrono::milliseconds max_forward_;
    const log_sink log_;

    mutable std::mutex guard_;
    const sight started_;
    mutable sight anchor_;
    std::optional<boot_clock::time_point> continued_; // since when an earlier process's time is known
    mutable std::optional<sight> store_;
    mutable bool vouched_ = false; // the store's time and the anchor agreed once, or the anchor is the store's
    mutable std::optional<boot_clock::time_point> behind_since_;
    mutable bool doubted_ = false;
    mutable bool unset_; // the anchor is from before a time server set the clock
    mutable boot_clock::time_point ask_from_{};
};

} // namespace vesta
