// Why a time-based generator has no ID, for how long, and what to do.
#include "pauses.hpp"

#include <vesta/generate/time_generator.hpp>

#include <algorithm>

namespace vesta {
namespace {

constexpr std::chrono::milliseconds longest_short_wait{100};

error no_machine_id(const reservation& awaited) {
    const auto trouble = awaited.trouble();
    if (!trouble) return {errc::not_ready, "a machine ID is being taken", std::chrono::milliseconds{100}};
    return {errc::not_ready, "there is no machine ID yet: " + trouble->message,
            trouble->retry_after.value_or(std::chrono::seconds{1})};
}

/// The end of what was claimed, or where a lane begins of which nothing was.
unix_ms own_time(const lane& of) {
    return of.line().mark_covering(of.next());
}

} // namespace

error time_generator::explain_refusal(errc why) const {
    // In a forked child the reservation's lock may be held for ever.
    auto withdrawn = why == errc::forked ? std::nullopt : tracks_.front().source->withdrawn();
    if (withdrawn && withdrawn->code == why) return *std::move(withdrawn);
    switch (why) {
    case errc::clock_behind:
        return clock_is_behind();
    case errc::not_ready:
        return reservation_is_late();
    case errc::exhausted:
        return {errc::exhausted, "type " + spec_.type->name() + " of " + spec_.family->name() + " ended at " +
                                     to_rfc3339(std::min(spec_.type->end(), spec_.within.until)) +
                                     "; choose a layout with a later epoch or more bits of time"};
    case errc::forked:
        return {errc::forked,
                "this process was forked from the one that opened the generator, which goes on using its machine "
                "ID; open a generator after the fork"};
    case errc::closed:
        return {errc::closed, "the generator was closed"};
    default:
        return {why, std::string{vesta::name(why)}};
    }
}

error time_generator::clock_is_behind() const {
    const unix_ms now = followed();
    const track& first = soonest(now);
    const auto behind = std::max(std::chrono::milliseconds{0}, own_time(first.present()) - now);
    const auto wait = until_served(first, now);
    return {errc::clock_behind,
            "the wall clock is " + to_text(behind) + " behind own time, and the reservation ends at " +
                to_rfc3339(first.source->mark()) + "; IDs again in " + to_text(wait) + ", or when the clock is right",
            wait};
}

/// The track that has an ID first.
const time_generator::track& time_generator::soonest(unix_ms now) const {
    const auto wait = [&](const track& each) { return until_served(each, now); };
    return *std::ranges::min_element(tracks_, {}, wait);
}

unix_ms time_generator::followed() const noexcept {
    return std::chrono::floor<std::chrono::milliseconds>(tracks_.front().source->followed());
}

/// How long to wait out a clock that is behind; 0 if that takes longer than a caller should wait.
std::chrono::nanoseconds time_generator::short_wait() noexcept {
    const unix_ms now = followed();
    const auto wait = until_served(soonest(now), now);
    if (wait > longest_short_wait) return std::chrono::nanoseconds{0};
    if (hurry_) hurry_(); // the next reservation, which follows own time, may be missing
    return wait;
}

/// How long the clock must run until @p by has an ID.
std::chrono::milliseconds time_generator::until_served(const track& by, unix_ms now) const {
    std::chrono::milliseconds wait{1};
    const std::uint64_t next = by.present().next();
    const timeline& line = by.present().line();
    if (next >= line.covered_by(by.source->mark())) wait = std::max(wait, by.source->due_in());
    if (spec_.wait_at_start && next <= line.first_from(by.source->found())) // a start is waited for, at most this long
        wait = std::max(wait, own_time(by.present()) - now - spec_.longest_wait);
    return wait;
}

std::chrono::milliseconds time_generator::until_start(const track& of, unix_ms now) const {
    constexpr std::chrono::milliseconds none{0};
    const timeline& line = of.present().line();
    const std::uint64_t first = line.first_from(of.source->found());
    if (!spec_.wait_at_start || of.present().next() > first) return none;
    return std::max(none, std::chrono::ceil<std::chrono::milliseconds>(line.until(line.tick_of(first), now)));
}

std::chrono::milliseconds time_generator::until_start() const {
    const unix_ms now = followed();
    auto left = std::chrono::milliseconds::max();
    for (const track& each : tracks_)
        left = std::min(left, until_start(each, now));
    return left;
}

/// Whether it only waits for its start; see `time_generator_spec::longest_start`.
bool time_generator::is_starting() const {
    const auto left = until_start();
    return left > std::chrono::milliseconds{0} && left <= spec_.longest_start;
}

error time_generator::start_is_waited_for(std::chrono::milliseconds left) const {
    const reservation& source = *tracks_.front().source;
    if (source.found() < spec_.within.from)
        return {errc::not_ready,
                "IDs of type " + spec_.type->name() + " begin at " + to_rfc3339(spec_.within.from) + ", in " +
                    to_text(left),
                left};
    return {errc::not_ready,
            "machine ID " + std::to_string(source.machine().value) + " may have been used up to " +
                to_rfc3339(source.found()) + "; IDs in " + to_text(left),
            left};
}

bool time_generator::crowded() const {
    return std::ranges::all_of(tracks_,
                               [](const track& each) { return each.source->due_in() > std::chrono::milliseconds{0}; });
}

error time_generator::reservation_is_late() const {
    const unix_ms now = followed();
    if (is_starting()) return start_is_waited_for(until_start());
    for (const track& each : tracks_) {
        if (!each.source->is_held()) return no_machine_id(*each.source);
        if (const auto trouble = each.source->trouble())
            return {errc::not_ready,
                    "machine ID " + std::to_string(each.source->machine().value) + " is reserved only up to " +
                        to_rfc3339(each.source->mark()) + ", and it is " + to_rfc3339(now) + ": " + trouble->message,
                    std::chrono::seconds{1}};
    }
    if (!crowded()) return {errc::not_ready, "the reservation is being renewed", detail::renewal_pause};
    const auto queue = std::max(detail::renewal_pause, lead());
    return {errc::not_ready,
            "more IDs are asked for than type " + spec_.type->name() + " has: " +
                std::to_string(spec_.type->per_second()) + " a second for each of " + std::to_string(tracks_.size()) +
                " machine IDs, and those of the next " + to_text(queue) + " are given away",
            queue};
}

} // namespace vesta
