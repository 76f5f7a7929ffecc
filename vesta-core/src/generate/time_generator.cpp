#include <vesta/base/fork.hpp>
#include <vesta/generate/time_generator.hpp>

#include <algorithm>
#include <atomic>

namespace vesta {
namespace {

constexpr std::chrono::milliseconds retry_pause{1}; // a local reservation is renewed within this, most of the time

/// A number per thread, to spread threads over the lanes of a pool.
std::size_t thread_number() noexcept {
    static std::atomic<std::size_t> threads{0};
    thread_local const std::size_t number = threads.fetch_add(1, std::memory_order_relaxed);
    return number;
}

pacing pacing_of(const time_generator_spec& spec) {
    pacing how;
    how.rollback_wait = spec.rollback_wait;
    how.wait_at_start = spec.wait_at_start;
    how.longest_wait = spec.longest_wait;
    return how;
}

} // namespace

time_generator::time_generator(const time_generator_spec& spec, const wall_clock& clock, std::function<void()> hurry)
    : spec_{spec}, clock_{clock}, hurry_{std::move(hurry)}, born_in_{fork_count()} {}

result<std::unique_ptr<time_generator>> time_generator::make(const time_generator_spec& spec,
                                                             std::vector<std::shared_ptr<reservation>> held,
                                                             const wall_clock& clock, std::function<void()> hurry) {
    std::unique_ptr<time_generator> made{new time_generator{spec, clock, std::move(hurry)}};
    // A layout without a genMethod field keeps the machine ID to itself; see lease_request::without_method.
    const bool has_method = spec.type->width(field::gen_method) != 0;
    const unix_ms earliest = spec.type->instant_of(spec.family->first_certain_time(*spec.type));
    for (auto& source : held) {
        const fields parts{.version = spec.version,
                           .type = spec.type->type(),
                           .gen_method = has_method ? static_cast<std::uint64_t>(spec.method) : 0,
                           .machine = source->machine().value};
        if (auto fits = spec.type->encode(parts); !fits) return fits.reason();
        auto slot = std::make_shared<lane_slot>(*spec.type, parts, spec.populator, pacing_of(spec),
                                                std::max(source->found(), earliest));
        source->attach(slot);
        made->tracks_.push_back({std::move(slot), std::move(source)});
    }
    return made;
}

result<id> time_generator::generate() {
    lane* from = nullptr;
    const claim got = take(1, from);
    if (got.why == refusal::none) [[likely]] {
        if (got.ready_in > std::chrono::nanoseconds{0}) [[unlikely]]
            clock_.rest(got.ready_in);
        return from->at(got.first);
    }
    id made;
    if (auto done = generate_all(*this, {&made, 1}, clock_); !done) return std::move(done).reason();
    return made;
}

result<void> time_generator::generate(std::span<id> out) {
    return generate_all(*this, out, clock_);
}

result<unix_ms> time_generator::to_time(std::uint64_t time) const {
    if (time <= spec_.type->max(field::time)) return spec_.type->instant_of(time);
    return error{errc::invalid_argument, "time is " + std::to_string(time) + "; layout " + spec_.type->name() +
                                             " takes 0 to " + std::to_string(spec_.type->max(field::time))};
}

claim time_generator::take(std::uint64_t wanted, lane*& from) noexcept {
    if (fork_count() != born_in_) [[unlikely]]
        return {.why = refusal::closed};
    // Found before the clock is read: its reading is a barrier that these loads need not wait behind.
    from = &tracks_.front().way();
    if (tracks_.size() > 1) return take_from_pool(clock_.now(), wanted, from);
    return from->populate(clock_.now(), wanted, readiness::may_wait);
}

claim time_generator::take_from_pool(unix_ns now, std::uint64_t wanted, lane*& from) noexcept {
    const std::size_t home = thread_number() % tracks_.size();
    for (std::size_t i = 0; i < tracks_.size(); ++i) {
        from = &tracks_[(home + i) % tracks_.size()].way();
        const claim got = from->populate(now, wanted, readiness::only_ready);
        if (got.why == refusal::none) return got;
    }
    return queue_in_pool(now, wanted, from);
}

claim time_generator::queue_in_pool(unix_ns now, std::uint64_t wanted, lane*& from) noexcept {
    const auto turn = [](const track& each) { return each.way().line().tick_of(each.way().next()); };
    const auto soonest = std::ranges::min_element(tracks_, {}, turn);
    from = &soonest->way();
    claim got = from->populate(now, wanted, readiness::may_wait);
    // Its reservation may be the one that failed; any other serves as well.
    for (auto other = tracks_.begin(); got.why != refusal::none && other != tracks_.end(); ++other) {
        from = &other->way();
        got = from->populate(now, wanted, readiness::may_wait);
    }
    return got;
}

grant time_generator::try_generate(std::span<id> out) noexcept {
    lane* from = nullptr;
    const claim got = take(out.size(), from);
    if (got.why != refusal::none) [[unlikely]]
        return refuse(got);
    if (got.count == 1) {
        out.front() = from->at(got.first);
    } else {
        from->write(got.first, out.first(got.count));
    }
    if (got.ready_in <= std::chrono::nanoseconds{0}) [[likely]]
        return {got.count};
    return {got.count, got.ready_in};
}

range_grant time_generator::try_range(std::uint64_t count) noexcept {
    lane* from = nullptr;
    const claim got = take(count, from);
    if (got.why != refusal::none) {
        const grant refused = refuse(got);
        return {{}, refused.wait, refused.why};
    }
    return {from->range(got), got.ready_in};
}

grant time_generator::refuse(const claim& refused) noexcept {
    constexpr std::chrono::nanoseconds no_use{0};
    switch (refused.why) {
    case refusal::clock:
        return {0, no_use, errc::clock_behind};
    case refusal::end:
        return {0, no_use, errc::exhausted};
    case refusal::closed:
        if (fork_count() != born_in_) return {0, no_use, errc::forked};
        if (tracks_.front().source->is_over()) return {0, no_use, errc::closed};
        break; // the lane is being replaced
    case refusal::none:
    case refusal::later:
    case refusal::reservation:
        break;
    }
    if (hurry_) hurry_();
    return {0, retry_pause, errc::not_ready};
}

error time_generator::explain_refusal(errc why) const {
    switch (why) {
    case errc::clock_behind:
        return clock_is_behind();
    case errc::not_ready:
        return reservation_is_late();
    case errc::exhausted:
        return {errc::exhausted, "type " + spec_.type->name() + " of " + spec_.family->name() + " ended at " +
                                     to_rfc3339(spec_.type->end()) +
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
    const unix_ms now = std::chrono::floor<std::chrono::milliseconds>(clock_.now());
    const track* soonest = &tracks_.front();
    for (const track& each : tracks_)
        if (until_served(each, now) < until_served(*soonest, now)) soonest = &each;
    const auto behind = std::max(std::chrono::milliseconds{0}, soonest->way().used() - now);
    const auto wait = until_served(*soonest, now);
    return {errc::clock_behind,
            "the wall clock is " + to_text(behind) + " behind own time, and the reservation ends at " +
                to_rfc3339(soonest->source->mark()) + "; IDs again in " + to_text(wait) +
                ", or when the clock is right",
            wait};
}

/// How long the clock has to run on until @p by has an ID again.
std::chrono::milliseconds time_generator::until_served(const track& by, unix_ms now) const {
    std::chrono::milliseconds wait{1};
    const std::uint64_t next = by.way().next();
    const timeline& line = by.way().line();
    if (next >= line.covered_by(by.source->mark())) wait = std::max(wait, by.source->due_in());
    if (spec_.wait_at_start && next <= line.first_from(by.source->found())) // a start is waited for, so long at most
        wait = std::max(wait, by.way().used() - now - spec_.longest_wait);
    return wait;
}

bool time_generator::crowded() const {
    return std::ranges::all_of(tracks_,
                               [](const track& each) { return each.source->due_in() > std::chrono::milliseconds{0}; });
}

error time_generator::reservation_is_late() const {
    const unix_ms now = std::chrono::floor<std::chrono::milliseconds>(clock_.now());
    for (const track& each : tracks_) {
        if (const auto trouble = each.source->trouble())
            return {errc::not_ready,
                    "machine ID " + std::to_string(each.source->machine().value) + " is reserved only up to " +
                        to_rfc3339(each.source->mark()) + ", and it is " + to_rfc3339(now) + ": " + trouble->message,
                    std::chrono::seconds{1}};
    }
    if (!crowded()) return {errc::not_ready, "the reservation is being renewed", retry_pause};
    const auto queue = std::max(retry_pause, lead());
    return {errc::not_ready,
            "more IDs are asked for than type " + spec_.type->name() + " has: " +
                std::to_string(spec_.type->per_second()) + " a second for each of " + std::to_string(tracks_.size()) +
                " machine IDs, and those of the next " + to_text(queue) + " are given away",
            queue};
}

std::vector<machine_id> time_generator::machines() const {
    std::vector<machine_id> all;
    for (const track& each : tracks_)
        all.push_back(each.way().machine());
    return all;
}

std::chrono::milliseconds time_generator::lead() const {
    const unix_ns now = clock_.now();
    auto most = std::chrono::nanoseconds::min();
    for (const track& each : tracks_) {
        const timeline& line = each.way().line();
        most = std::max(most, line.until(line.tick_of(each.way().next()), now));
    }
    return std::chrono::floor<std::chrono::milliseconds>(most);
}

} // namespace vesta
