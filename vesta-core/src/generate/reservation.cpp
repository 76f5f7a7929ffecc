#include <vesta/base/fork.hpp>
#include <vesta/generate/reservation.hpp>

#include <algorithm>
#include <utility>

namespace vesta {
namespace {

constexpr std::chrono::milliseconds shortest_silence{1000}; // between writes that move no mark

} // namespace

reservation::reservation(machine_lease lease, const reservation_policy& policy, const wall_clock& clock,
                         replacement replace, log_sink log)
    : machine_{lease.id.value}, born_in_{fork_count()}, policy_{policy}, clock_{clock}, replace_{std::move(replace)},
      log_{std::move(log)}, present_{lease.id, std::move(lease.mark), {}, {}}, written_{clock.steady()} {
    present_.found = present_.mark = present_.store->value();
}

reservation::reservation(const reservation_policy& policy, const wall_clock& clock, replacement take, log_sink log)
    : machine_{0}, born_in_{fork_count()}, policy_{policy}, clock_{clock}, replace_{std::move(take)},
      log_{std::move(log)}, present_{}, held_{false}, lost_{true}, written_{clock.steady()} {}

reservation::~reservation() {
    // The store's connections and locks belong to the parent of a forked child: ending them here would end them there.
    if (fork_count() == born_in_) return;
    static_cast<void>(present_.store.release());
    if (next_) static_cast<void>(next_->store.release());
}

unix_ms reservation::now() const {
    return std::chrono::floor<std::chrono::milliseconds>(clock_.now());
}

bool reservation::is_held() const {
    const std::lock_guard guard{guard_};
    return held_;
}

unix_ms reservation::found() const {
    const std::lock_guard guard{guard_};
    return present_.found;
}

unix_ms reservation::mark() const {
    const std::lock_guard guard{guard_};
    return present_.mark;
}

bool reservation::is_over() const {
    if (fork_count() != born_in_) return true; // before the lock: a thread of the parent may have held it
    const std::lock_guard guard{guard_};
    return released_;
}

std::optional<error> reservation::trouble() const {
    const std::lock_guard guard{guard_};
    return trouble_;
}

void reservation::attach(std::shared_ptr<lane_slot> member) {
    const bool elsewhere = fork_count() != born_in_;
    const std::lock_guard guard{guard_};
    // After the release the mark may be another owner's, and a replacement may be too large for this layout.
    if (released_ || elsewhere || !member->fits(machine())) {
        member->present().close();
        return;
    }
    // The previous owner may have used all below the mark found; only what was added since is ours.
    if (is_out_of_date(member->present())) {
        member->replace(machine(), present_.found, present_.mark);
    } else {
        member->present().cover(present_.mark);
    }
    lanes_.push_back(std::move(member));
}

/// Whether the machine ID of @p made was replaced since, by another or by the same after another owner.
bool reservation::is_out_of_date(const lane& made) const {
    return made.machine() != machine() || made.next() < made.line().first_from(present_.found);
}

unix_ms reservation::target(unix_ms at) const {
    const unix_ms by_wall = at + policy_.ahead;
    if (!policy_.follow_own_time) return by_wall;
    unix_ms own = std::max(at, present_.found);
    for (const auto& member : lanes_)
        own = std::max(own, member->present().used());
    return std::max(by_wall, std::min(own + policy_.ahead, at + policy_.max_lead));
}

bool reservation::is_silent() const {
    const std::lock_guard guard{guard_};
    return clock_.steady() - written_ >= std::max(policy_.ahead / 2, shortest_silence);
}

std::chrono::milliseconds reservation::due_in() const {
    const std::lock_guard guard{guard_};
    constexpr std::chrono::milliseconds at_once{0};
    if (lost_ && !next_) return at_once;
    // Due while two thirds are left: two attempts may fail before a caller notices.
    const auto due = (next_ ? next_->mark : present_.mark) - target(now()) + policy_.ahead / 3;
    return std::max(at_once, next_ ? std::min(due, turn_of_next() - now()) : due);
}

result<void> reservation::renew(bool even_if_not_due) {
    if (fork_count() != born_in_)
        return error{errc::forked,
                     "machine ID " + std::to_string(machine().value) + " stayed with the process that was forked"};
    const std::lock_guard storing{storing_};
    if (is_over()) return error{errc::closed, "machine ID " + std::to_string(machine().value) + " was released"};
    if (!even_if_not_due && due_in() > std::chrono::milliseconds{0} && !is_silent()) return {};
    if (!lost_) {
        auto moved = advance();
        if (moved || moved.error().code != errc::lease_lost || !replace_) return moved;
    }
    return next_ ? keep_next() : note(replace_lost());
}

result<void> reservation::note(result<void> outcome) {
    const auto is_loss = [](const error& why) { return why.code == errc::lease_lost; };
    std::unique_lock guard{guard_};
    const bool was_lost = trouble_ && is_loss(*trouble_);
    if (outcome) {
        trouble_.reset();
        written_ = clock_.steady();
        return outcome;
    }
    trouble_ = outcome.error();
    guard.unlock();
    if (is_loss(outcome.error()) && !was_lost && log_) log_(severity::error, outcome.error().message);
    return outcome;
}

result<void> reservation::advance() {
    unix_ms to;
    {
        const std::lock_guard guard{guard_};
        to = std::max(present_.mark, target(now()));
    }
    // Where the wall clock was set back, own time lives off the reservation.
    if (to == present_.mark && !is_silent()) return {};
    auto moved = note(present_.store->advance(to));
    const std::lock_guard guard{guard_};
    if (moved) cover_lanes(to);
    // The mark may have come part of the way.
    if (const unix_ms to_there = present_.store->value(); !moved && to_there > present_.mark) cover_lanes(to_there);
    lost_ = !moved && moved.error().code == errc::lease_lost && replace_;
    return moved;
}

result<void> reservation::replace_lost() {
    auto another = replace_();
    if (!another) return none_in_its_place(std::move(another).error());
    const unix_ms found = another->mark->value();
    unix_ms to;
    {
        const std::lock_guard guard{guard_};
        to = std::max(found, target(now()));
    }
    if (auto moved = another->mark->advance(to); !moved) return moved; // releases it as it was found
    return stand_by({another->id, std::move(another->mark), found, to});
}

result<void> reservation::stand_by(holding next) {
    const std::lock_guard guard{guard_};
    for (const auto& member : lanes_)
        if (!member->fits(next.id))
            return error{errc::internal, "machine ID " + std::to_string(next.id.value) + " does not fit the layouts"};
    next_ = std::move(next);
    if (turn_of_next() <= now()) adopt_next();
    return {};
}

/// When the next machine ID replaces the lost one: once it may be used, or the old mark is reached.
unix_ms reservation::turn_of_next() const {
    return policy_.follow_own_time ? unix_ms{} : std::min(next_->found, present_.mark);
}

result<void> reservation::keep_next() {
    unix_ms to;
    {
        const std::lock_guard guard{guard_};
        if (turn_of_next() <= now()) {
            adopt_next();
            return {};
        }
        to = std::max(next_->mark, target(now()));
    }
    if (to == next_->mark && !is_silent()) return {};
    auto moved = note(next_->store->advance(to));
    {
        const std::lock_guard guard{guard_};
        next_->mark = moved ? to : std::max(next_->mark, next_->store->value());
        if (moved || moved.error().code != errc::lease_lost) return moved;
        next_.reset(); // it is lost in its turn
    }
    return note(replace_lost());
}

error reservation::none_in_its_place(error reason) const {
    if (is_held())
        reason.message = "machine ID " + std::to_string(machine().value) +
                         " is lost, and none can be had in its place: " + reason.message;
    return reason;
}

/// Call with `guard_` held.
void reservation::adopt_next() {
    present_ = *std::exchange(next_, {});
    machine_.store(present_.id.value, std::memory_order_relaxed);
    std::erase_if(lanes_, [&](const auto& member) { return close_misfit(*member); });
    for (const auto& member : lanes_)
        member->replace(machine(), present_.found, present_.mark);
    held_ = true;
    lost_ = false;
}

/// As in `attach`, for a lane that was attached while the machine ID was being acquired.
bool reservation::close_misfit(const lane_slot& member) const {
    if (member.fits(machine())) return false;
    member.present().close();
    return true;
}

void reservation::cover_lanes(unix_ms mark) {
    present_.mark = mark;
    for (const auto& member : lanes_)
        member->present().cover(mark);
}

result<void> reservation::withdraw(error why) {
    {
        const std::lock_guard guard{guard_};
        if (!released_) withdrawn_ = std::move(why);
    }
    return release();
}

std::optional<error> reservation::withdrawn() const {
    const std::lock_guard guard{guard_};
    return withdrawn_;
}

errc reservation::end_code() const noexcept {
    const std::lock_guard guard{guard_};
    return withdrawn_ ? withdrawn_->code : errc::closed;
}

result<void> reservation::release() {
    if (fork_count() != born_in_) return {};
    const std::lock_guard storing{storing_};
    if (is_over()) return {};
    unix_ms used = present_.found;
    std::optional<holding> unused;
    {
        const std::lock_guard guard{guard_};
        released_ = true;
        unused = std::exchange(next_, {});
        for (const auto& member : lanes_)
            used = std::max(used, member->present().close());
        present_.mark = used;
        if (unused) { // the lost one is no longer ours to give back
            machine_.store(unused->id.value, std::memory_order_relaxed);
            present_.mark = unused->found;
        }
    }
    if (unused) return unused->store->release(unused->found);
    if (!present_.store) return {}; // it never had a machine ID
    return std::exchange(present_.store, nullptr)->release(used);
}

} // namespace vesta
