#pragma once

#include <vesta/base/log.hpp>
#include <vesta/generate/lane_slot.hpp>
#include <vesta/machine/lease.hpp>
#include <vesta/time/clock.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace vesta {

/// How far ahead time is reserved.
struct reservation_policy {
    /// How far ahead of the wall clock the mark is kept, 10 ms to 24 h: how long a node serves without its store, and
    /// the longest wait after a crash.
    std::chrono::milliseconds ahead = std::chrono::seconds{3};
    /// Whether the mark follows own time if that is ahead of the wall clock, so that IDs come at once after a crash, or
    /// after the clock was set back.
    bool follow_own_time = false;
    /// With `follow_own_time`: the largest lead of the mark over the wall clock.
    std::chrono::milliseconds max_lead = std::chrono::minutes{1};
};

/// The time reserved for one machine ID, and the lanes that use it: reserve, then serve.
///
/// A lane is never covered by a mark that is not durable yet.
/// Thread-safety: safe.
class reservation {
  public:
    /// Acquires another machine ID in place of a lost one. May block on the store.
    using replacement = std::function<result<machine_lease>()>;

    /// A reservation of a machine ID that is held. If the machine ID is lost later, @p replace acquires another;
    /// without it the reservation ends. @p log receives one line when the machine ID is lost.
    ///
    /// Lifetime: @p clock outlives this.
    reservation(machine_lease lease, const reservation_policy& policy, const wall_clock& clock,
                replacement replace = {}, log_sink log = {});
    /// A reservation without a machine ID yet: each `renew` asks @p take for one until it succeeds; the lanes attached
    /// by then get it.
    ///
    /// Lifetime: @p clock outlives this.
    reservation(const reservation_policy& policy, const wall_clock& clock, replacement take, log_sink log = {});
    reservation(const reservation&) = delete;
    reservation& operator=(const reservation&) = delete;
    /// Leaves the mark as it is, like a crash. Call `release()` first to give back the unused rest.
    ~reservation();

    /// Whether it has, or had, a machine ID; false while it waits for the first.
    bool is_held() const;

    /// The present machine ID; 0 while it waits for the first.
    machine_id machine() const noexcept { return {machine_.load(std::memory_order_relaxed)}; }

    const reservation_policy& policy() const noexcept { return policy_; }

    /// The time that reservations follow: that of the given clock, which may be behind the wall clock (`clock_guard`,
    /// `bounded_clock`).
    unix_ns followed() const noexcept { return clock_.now(); }

    /// The mark that the previous owner left, where lanes start; the unix epoch while it waits for a machine ID.
    unix_ms found() const;

    /// The durable mark; after `release`, the mark up to which the machine ID was used.
    unix_ms mark() const;

    /// Whether renewals have ended: `release()` was called, or this is a forked child.
    bool is_over() const;

    /// Why the last renewal failed; nothing if it succeeded.
    std::optional<error> trouble() const;

    /// Adds @p member, whose lane was made for this machine ID and from `found()`, and covers it by the durable mark.
    ///
    /// If the machine ID has been replaced since, replaces the lane. Closes the lane after `release()`, in a forked
    /// child, and if the machine ID does not fit its layout.
    void attach(std::shared_ptr<lane_slot> member);

    /// Moves the mark ahead if that is due, or in any case with @p even_if_not_due. May block on the store.
    ///
    /// While the wall clock is set back it rewrites the present mark now and then, so that a store that lends machine
    /// IDs hears from the owner. If the machine ID is lost it acquires another; until that one may be used, IDs below
    /// the old mark are served.
    ///
    /// Errors: those of `high_water_mark::advance` and of the replacement; `internal` for a replacement that does not
    /// fit the layouts; `closed` after `release()`; `forked` in a forked child.
    result<void> renew(bool even_if_not_due = false);

    /// How long until `renew` is due; 0 if it is due now. Due when a third of the time ahead is used up.
    std::chrono::milliseconds due_in() const;

    /// Closes every lane and gives back the time that none of them used. May block on the store.
    ///
    /// Later calls do nothing; nor does any call in a forked child, whose parent keeps the machine ID.
    /// Errors: those of `high_water_mark::release`.
    result<void> release();

    /// As `release`; callers are told @p why from then on.
    result<void> withdraw(error why);

    /// Why it was withdrawn; nothing if it was not.
    std::optional<error> withdrawn() const;
    /// The code of `withdrawn()`; `closed` if there is none.
    errc end_code() const noexcept;

  private:
    /// A machine ID that is held, and the time reserved for it.
    struct holding {
        machine_id id;
        std::unique_ptr<high_water_mark> store; // used while `storing_` is held
        unix_ms found;                          // these while `guard_` is, too
        unix_ms mark;
    };

    unix_ms now() const;
    unix_ms target(unix_ms at) const;
    bool is_silent() const;
    bool is_out_of_date(const lane& made) const;
    void cover_lanes(unix_ms mark);
    result<void> advance();
    result<void> replace_lost();
    result<void> stand_by(holding next);
    result<void> keep_next();
    unix_ms turn_of_next() const;
    void adopt_next();
    bool close_misfit(const lane_slot& member) const;
    result<void> note(result<void> outcome);
    error none_in_its_place(error reason) const;

    std::atomic<std::uint32_t> machine_; // for readers without the lock
    const std::uint32_t born_in_;
    const reservation_policy policy_;
    const wall_clock& clock_;
    const replacement replace_;
    const log_sink log_;

    std::mutex storing_;       // held while the store is busy
    mutable std::mutex guard_; // held for moments only
    holding present_;
    bool held_ = true;
    bool lost_ = false;
    std::optional<holding> next_; // will replace a lost one; kept until the clock reaches its mark
    boot_clock::time_point written_;
    std::optional<error> trouble_;
    std::optional<error> withdrawn_;
    std::vector<std::shared_ptr<lane_slot>> lanes_;
    bool released_ = false;
};

} // namespace vesta
