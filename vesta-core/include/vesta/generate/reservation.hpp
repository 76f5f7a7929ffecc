#pragma once

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
    /// The mark is kept this far ahead of the wall clock: how long a node serves without its store, and how long it
    /// must wait after a crash. 10 ms to 24 h.
    std::chrono::milliseconds ahead = std::chrono::seconds{3};
    /// Where true, the mark may follow own time where that is ahead of the wall clock, so that IDs are served at once
    /// after a crash or while a clock set back is put right.
    bool follow_own_time = false;
    /// With `follow_own_time`: the mark never leads the wall clock by more than this.
    std::chrono::milliseconds max_lead = std::chrono::minutes{1};
};

/// One machine ID's claim on time, and the lanes that live off it: reserve, then serve. Every lane is covered only by a
/// mark that is already durable. Safe to use from any thread.
class reservation {
  public:
    /// Takes another machine ID in place of one that was lost; may block on the store.
    using replacement = std::function<result<machine_lease>()>;

    /// Where the machine ID is lost, @p replace gives another; without it the reservation ends there.
    reservation(machine_lease lease, const reservation_policy& policy, const wall_clock& clock,
                replacement replace = {});
    /// One that has no machine ID yet: `renew` asks @p take for it until it is given one, and every lane that was
    /// attached by then gets it.
    reservation(const reservation_policy& policy, const wall_clock& clock, replacement take);
    reservation(const reservation&) = delete;
    reservation& operator=(const reservation&) = delete;
    /// Leaves the mark as it is, as a crash would: call `release()` first to give back the rest.
    ~reservation();

    /// Whether it has a machine ID, or had one: false while the first is still waited for.
    bool is_held() const;

    /// The machine ID there is now; 0 while the first is waited for.
    machine_id machine() const noexcept { return {machine_.load(std::memory_order_relaxed)}; }

    const reservation_policy& policy() const noexcept { return policy_; }

    /// The time that reservations follow: the wall clock's, or where that is a `clock_guard` and does not believe it,
    /// what the wall clock should show.
    unix_ns followed() const noexcept { return clock_.now(); }

    /// The mark the previous owner left: lanes start there. The unix epoch while the machine ID is waited for.
    unix_ms found() const;

    /// The durable mark; after `release`, up to where the machine ID was used.
    unix_ms mark() const;

    /// Whether it is renewed no more: `release()` was called, or this is a forked child.
    bool is_over() const;

    /// Why the last renewal failed; nothing where it succeeded.
    std::optional<error> trouble() const;

    /// Adds @p member, whose lane was made for this machine ID and from `found()`, and covers it by the mark that is
    /// durable now; where the machine ID was replaced in between, it replaces the lane. After `release()`, in a forked
    /// child, and where the machine ID does not fit, it closes the lane instead.
    void attach(std::shared_ptr<lane_slot> member);

    /// Moves the mark ahead where that is due, or in any case with @p even_if_not_due; where the wall clock was set
    /// back it writes the mark there is, now and then, so that a store that lends machine IDs hears from us. Where the
    /// machine ID is lost, it takes another: what the mark covers is served until then, and until the other one may be
    /// used where that is later. May block on the store. Errors:
    /// those of `high_water_mark::advance` and of the replacement, `closed` after `release()`, `forked` in a forked
    /// child.
    result<void> renew(bool even_if_not_due = false);

    /// How long until `renew` is due.
    std::chrono::milliseconds due_in() const;

    /// Closes every lane and gives back what none of them used. May block on the store. Only the first call does
    /// anything, and none does in a forked child: the machine ID stayed with its parent.
    result<void> release();

    /// As `release`, because of @p why, which callers are told from then on.
    result<void> withdraw(error why);

    /// Why it was withdrawn; nothing where it was not.
    std::optional<error> withdrawn() const;
    /// The same as a code: `closed` where it was not withdrawn.
    errc end_code() const noexcept;

  private:
    /// A machine ID in place of one that was lost, kept until the clock is where it begins.
    struct standby {
        machine_id id;
        std::unique_ptr<high_water_mark> store;
        unix_ms found;
        unix_ms mark;
    };

    unix_ms now() const;
    unix_ms target(unix_ms at) const;
    bool is_silent() const;
    bool is_out_of_date(const lane& made) const;
    void cover_lanes(unix_ms mark);
    result<void> advance();
    result<void> replace_lost();
    result<void> stand_by(standby next);
    result<void> keep_next();
    unix_ms turn_of_next() const;
    void adopt_next();
    bool close_misfit(const lane_slot& member) const;
    result<void> note(result<void> outcome);
    error none_in_its_place(error reason) const;

    std::atomic<std::uint32_t> machine_;
    const std::uint32_t born_in_;
    const reservation_policy policy_;
    const wall_clock& clock_;
    const replacement replace_;

    std::mutex storing_; // held while the store is busy
    std::unique_ptr<high_water_mark> store_;

    mutable std::mutex guard_; // held for moments only
    unix_ms found_;
    unix_ms mark_;
    bool held_ = true;
    bool lost_ = false;
    std::optional<standby> next_; // its store is used while `storing_` is held
    boot_clock::time_point written_;
    std::optional<error> trouble_;
    std::optional<error> withdrawn_;
    std::vector<std::shared_ptr<lane_slot>> lanes_;
    bool released_ = false;
};

} // namespace vesta
