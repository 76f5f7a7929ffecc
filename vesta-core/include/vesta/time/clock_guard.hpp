#pragma once

#include <vesta/time/clock.hpp>
#include <vesta/time/instant.hpp>

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace vesta {

/// The wall clock as far as it can be believed: what a reservation may follow. Read where time is reserved and where an
/// ID was refused; never on the way of an ID that is there.
///
/// A wall clock that is further ahead than `max_forward` of what it should show is not believed: `now()` then answers
/// what it should show, so that no mark follows it and IDs go on by that time. What it should show is the time that was
/// last believed, and what has passed since by the boot clock. A shared store's time is the better judge: a wall clock
/// not far ahead of it is believed, whatever the boot clock says (a hypervisor's pause stops that one); and until the
/// two have agreed once, one far ahead of it is not, however steady it is. A wall clock that is behind is always
/// believed: own time bridges that (docs/architecture.md). Where it was behind for an hour, it is right.
///
/// Safe to use from any thread.
class clock_guard final : public wall_clock {
  public:
    /// Told, in one line, when the wall clock is believed no more, and when it is again. Called without a lock held.
    using log_sink = std::function<void(std::string_view)>;

    /// Why the wall clock is not believed.
    struct doubt {
        std::chrono::milliseconds ahead; ///< Of what it should show.
        bool by_store;                   ///< Whether a store's time says so, rather than the time passed.
        std::string text() const;        ///< One line: by how much, of what, what happens, what to do.
        std::chrono::milliseconds max_forward;
    };

    /// @p clock outlives this; what it shows now is where it starts. A @p max_forward of 0 believes it always.
    clock_guard(const wall_clock& clock, std::chrono::milliseconds max_forward, log_sink log = {});

    /// The wall clock's time where it is believed, else what it should show.
    unix_ns now() const noexcept override;
    boot_clock::time_point steady() const noexcept override { return clock_.steady(); }
    void rest(std::chrono::nanoseconds duration) const override { clock_.rest(duration); }

    /// A shared store's time of day is @p time, now. Where several stores speak, the last one counts.
    void store_says(unix_ms time) noexcept;

    /// An earlier process of this boot believed that it was @p wall at @p at. It counts where this one's clock was
    /// ahead of it at the start; of several, the latest does. To be called before the time is read: what is believed by
    /// then is forgotten.
    void continue_from(unix_ms wall, boot_clock::time_point at) noexcept;

    /// Nothing where the wall clock is believed.
    std::optional<doubt> in_doubt() const noexcept;

  private:
    /// What the wall clock showed, or should have shown, at a moment of the boot clock.
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
};

} // namespace vesta
