// Why a time-based generator has no ID, for how long, and what to do.
#include <vesta/base/fork.hpp>
#include <vesta/generate/time_generator.hpp>

#include <algorithm>
#include <span>

namespace vesta {
namespace {

constexpr std::chrono::milliseconds renewal_pause{1}; // most renewals of a local reservation take less
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

/// Why a time-based generator has no ID, for how long, and what to do: by what its machine IDs have at the moment.
class time_generator::refusals {
  public:
    explicit refusals(const time_generator& of) noexcept : of_{of}, spec_{of.spec_}, tracks_{of.tracks_} {}

    /// As `id_source::explain_refusal`.
    error explain(errc why) const;
    /// As `time_generator::until_start`.
    std::chrono::milliseconds until_start() const;
    /// Whether it only waits for its start; see `time_generator_spec::longest_start`.
    bool is_starting() const;
    /// How long to wait out a clock that is behind; 0 if that takes longer than a caller should wait.
    std::chrono::nanoseconds short_wait() const;

  private:
    std::chrono::milliseconds until_start(const track& of, unix_ms now) const;
    error start_is_waited_for(std::chrono::milliseconds left) const;
    error clock_is_behind() const;
    const track& soonest(unix_ms now) const;
    std::chrono::milliseconds until_served(const track& by, unix_ms now) const;
    unix_ms followed() const noexcept;
    bool crowded() const;
    error reservation_is_late() const;

    const time_generator& of_;
    const time_generator_spec& spec_;
    std::span<const track> tracks_;
};

grant time_generator::refuse(const claim& refused) noexcept {
    constexpr std::chrono::nanoseconds no_use{0};
    switch (refused.why) {
    case refusal::clock: {
        if (refusals{*this}.is_starting()) return {0, renewal_pause, errc::not_ready};
        const auto wait = refusals{*this}.short_wait();
        if (wait > no_use && hurry_) hurry_(); // the next reservation, which follows own time, may be missing
        return {0, wait, errc::clock_behind};
    }
    case refusal::end:
        return {0, no_use, errc::exhausted};
    case refusal::closed:
        if (fork_count() != born_in_) return {0, no_use, errc::forked};
        if (std::ranges::all_of(tracks_, [](const track& each) { return each.source->is_over(); }))
            return {0, no_use, tracks_.front().source->end_code()};
        break; // a lane is being replaced
    case refusal::none:
    case refusal::later:
    case refusal::reservation:
        break;
    }
    if (hurry_) hurry_();
    return {0, renewal_pause, errc::not_ready};
}

error time_generator::explain_refusal(errc why) const {
    return refusals{*this}.explain(why);
}

std::chrono::milliseconds time_generator::until_start() const {
    return refusals{*this}.until_start();
}

error time_generator::refusals::explain(errc why) const {
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

error time_generator::refusals::clock_is_behind() const {
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
const time_generator::track& time_generator::refusals::soonest(unix_ms now) const {
    const auto wait = [&](const track& each) { return until_served(each, now); };
    return *std::ranges::min_element(tracks_, {}, wait);
}

unix_ms time_generator::refusals::followed() const noexcept {
    return std::chrono::floor<std::chrono::milliseconds>(tracks_.front().source->followed());
}

std::chrono::nanoseconds time_generator::refusals::short_wait() const {
    const unix_ms now = followed();
    const auto wait = until_served(soonest(now), now);
    return wait > longest_short_wait ? std::chrono::nanoseconds{0} : wait;
}

/// How long the clock must run until @p by has an ID.
std::chrono::milliseconds time_generator::refusals::until_served(const track& by, unix_ms now) const {
    std::chrono::milliseconds wait{1};
    const std::uint64_t next = by.present().next();
    const timeline& line = by.present().line();
    if (next >= line.covered_by(by.source->mark())) wait = std::max(wait, by.source->due_in());
    if (spec_.wait_at_start && next <= line.first_from(by.source->found())) // a start is waited for, at most this long
        wait = std::max(wait, own_time(by.present()) - now - spec_.longest_wait);
    return wait;
}

std::chrono::milliseconds time_generator::refusals::until_start(const track& of, unix_ms now) const {
    constexpr std::chrono::milliseconds none{0};
    const timeline& line = of.present().line();
    const std::uint64_t first = line.first_from(of.source->found());
    if (!spec_.wait_at_start || of.present().next() > first) return none;
    return std::max(none, std::chrono::ceil<std::chrono::milliseconds>(line.until(line.tick_of(first), now)));
}

std::chrono::milliseconds time_generator::refusals::until_start() const {
    const unix_ms now = followed();
    auto left = std::chrono::milliseconds::max();
    for (const track& each : tracks_)
        left = std::min(left, until_start(each, now));
    return left;
}

bool time_generator::refusals::is_starting() const {
    const auto left = until_start();
    return left > std::chrono::milliseconds{0} && left <= spec_.longest_start;
}

error time_generator::refusals::start_is_waited_for(std::chrono::milliseconds left) const {
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

bool time_generator::refusals::crowded() const {
    return std::ranges::all_of(tracks_,
                               [](const track& each) { return each.source->due_in() > std::chrono::milliseconds{0}; });
}

error time_generator::refusals::reservation_is_late() const {
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
    if (!crowded()) return {errc::not_ready, "the reservation is being renewed", renewal_pause};
    const auto queue = std::max(renewal_pause, of_.lead());
    return {errc::not_ready,
            "more IDs are asked for than type " + spec_.type->name() + " has: " +
                std::to_string(spec_.type->per_second()) + " a second for each of " + std::to_string(tracks_.size()) +
                " machine IDs, and those of the next " + to_text(queue) + " are given away",
            queue};
}

} // namespace vesta
