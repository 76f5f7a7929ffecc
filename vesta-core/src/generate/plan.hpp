#pragma once

#include <vesta/generate/populator.hpp>

#include <algorithm>

namespace vesta::detail {

/// An idle tick begins at its first position.
class from_zero {
  public:
    explicit from_zero(const timeline&, const pacing&) noexcept {}
    std::uint64_t first(const timeline& line, std::int64_t tick, std::uint64_t next) const noexcept {
        return std::max(next, line.first_of(tick));
    }
};

/// An idle tick begins within its first eighth, so at least seven of eight positions are left of it. The place is the
/// tick's own: planning the same claim again, since another thread was faster, finds the same.
class from_anywhere {
  public:
    from_anywhere(const timeline& line, const pacing& how) noexcept
        : seed_{how.spread.value_or(0)}, room_{std::max<std::uint64_t>(line.per_tick() / 8, 1)} {}
    std::uint64_t first(const timeline& line, std::int64_t tick, std::uint64_t next) const noexcept {
        const std::uint64_t begin = line.first_of(tick);
        return next > begin ? next : begin + mixed(seed_ + static_cast<std::uint64_t>(tick)) % room_;
    }

  private:
    /// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014), whose results for a row of numbers look random.
    static std::uint64_t mixed(std::uint64_t x) noexcept {
        x *= 0x9e3779b97f4a7c15;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
        x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
        return x ^ (x >> 31);
    }

    std::uint64_t seed_;
    std::uint64_t room_;
};

/// The rules for handing out positions, shared by the three populators. Stateless. @tparam Start says where an idle
/// tick begins.
template <class Start>
class basic_rules {
  public:
    /// The state of a populator.
    struct state {
        std::uint64_t next; ///< The first position never claimed.
        std::int64_t own;   ///< Own time: the latest tick of the wall clock, or a later one that own time was held at.
        std::int64_t backlog_until; ///< Up to this tick of wall time, older ticks are used up first.
        std::uint64_t limit;        ///< The end (exclusive) of the covered positions.
    };

    /// The change of the state by one claim, or a refusal. Plain members stay in registers; a step built in memory and
    /// copied costs the hot path a stalled load.
    struct step {
        std::uint64_t first;
        std::uint64_t count;
        std::int64_t wait_ns;
        refusal why;
        std::int64_t own;
        std::int64_t backlog_until;

        std::uint64_t end() const noexcept { return first + count; }
        claim answer() const noexcept { return {first, count, std::chrono::nanoseconds{wait_ns}, why}; }
    };

    basic_rules(const timeline& line, const pacing& how, std::uint64_t first) noexcept
        : line_{line}, start_{line, how}, how_{how}, catch_up_ticks_{ticks_in(line, how.catch_up)},
          patient_until_{how.wait_at_start || begins_later(line, first) ? line.tick_of(first) : -1} {}

    const timeline& line() const noexcept { return line_; }
    state start(std::uint64_t first) const noexcept { return {first, line_.tick_of(first), -1, 0}; }

    step plan(const state& at, unix_ns now, std::uint64_t wanted, readiness mode) const noexcept {
        const std::int64_t wall = line_.tick_at(now);
        if (wall >= at.own) [[likely]]
            return give(at, now, wall, wall, false, wanted, mode);
        const bool held = line_.until(at.own, now) > how_.rollback_wait && at.own > patient_until_;
        return give(at, now, wall, at.own, held, wanted, mode);
    }

  private:
    /// Whether it waits for the beginning of its span, which is no own time to be held at.
    static bool begins_later(const timeline& line, std::uint64_t first) noexcept {
        return line.begin() != 0 && first == line.begin();
    }

    static std::int64_t ticks_in(const timeline& line, std::chrono::nanoseconds span) noexcept {
        return span / (line.start_of(1) - line.start_of(0));
    }

    step give(const state& at, unix_ns now, std::int64_t wall, std::int64_t own, bool held, std::uint64_t wanted,
              readiness mode) const noexcept {
        const bool draining = wall <= at.backlog_until;
        const std::uint64_t first = draining ? at.next : start_.first(line_, own, at.next);
        std::uint64_t end = at.limit;
        if (mode == readiness::only_ready && !held)
            end = std::min(end, line_.first_of(std::max<std::int64_t>(wall, -1) + 1));
        if (first >= end) [[unlikely]]
            return refuse(why_not(first, at, now, own));

        const std::uint64_t count = std::min({wanted, line_.per_tick(), end - first});
        const std::int64_t last = line_.tick_of(first + count - 1);
        // Own time that is held goes on by counting alone, so the claim is ready.
        if (held) return {first, count, 0, refusal::none, std::max(own, last), at.backlog_until};
        if (last <= wall) [[likely]]
            return {first, count, 0, refusal::none, own, at.backlog_until};
        const auto wait = line_.until(last, now);
        // Either the clock was set back, or too many callers are waiting already.
        if (wait > how_.longest_wait) return refuse(wall < own ? refusal::clock : refusal::later);
        // Not beyond the last tick, at which the wall clock stays: what is left of it then would be given for ever.
        return {first, count, wait.count(), refusal::none, own, std::min(last + catch_up_ticks_, line_.end_tick() - 1)};
    }

    static step refuse(refusal why) noexcept { return {0, 0, 0, why, 0, 0}; }

    refusal why_not(std::uint64_t first, const state& at, unix_ns now, std::int64_t own) const noexcept {
        if (first >= line_.end()) return refusal::end;
        if (first < at.limit) return refusal::later;
        return line_.until(own, now) > how_.rollback_wait ? refusal::clock : refusal::reservation;
    }

    timeline line_;
    [[no_unique_address]] Start start_;
    pacing how_;
    std::int64_t catch_up_ticks_;
    std::int64_t patient_until_;
};

using rules = basic_rules<from_zero>;

} // namespace vesta::detail
