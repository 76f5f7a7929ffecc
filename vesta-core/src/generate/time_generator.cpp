#include "id_portions.hpp"
#include "shared_readings.hpp"

#include <vesta/base/fork.hpp>
#include <vesta/generate/time_generator.hpp>
#include <vesta/source/waiting.hpp>

#include <algorithm>
#include <atomic>

namespace vesta {
namespace {

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
    how.spread = spec.spread;
    return how;
}

/// A thread sets aside at most a sixteenth of a tick, so that many can in one.
std::unique_ptr<detail::id_portions> portions_of(const time_generator_spec& spec) {
    constexpr std::uint64_t parts_of_tick = 16;
    constexpr std::uint64_t widest = 4096;
    if (!spec.rounds) return nullptr;
    const std::uint64_t in_tick = timeline{*spec.type}.per_tick();
    return std::make_unique<detail::id_portions>(spec.rounds,
                                                 std::clamp<std::uint64_t>(in_tick / parts_of_tick, 1, widest));
}

inline void write(const lane& from, std::uint64_t first, std::span<id> out) noexcept {
    if (out.size() == 1) {
        out.front() = from.at(first);
    } else {
        from.write(first, out);
    }
}

std::unique_ptr<detail::shared_readings> readings_of(const time_generator_spec& spec, std::size_t machines) {
    if (spec.rounds || !spec.readings || spec.populator != populator_kind::cas || machines != 1) return nullptr;
    return std::make_unique<detail::shared_readings>(spec.readings);
}

} // namespace

time_generator::time_generator(const time_generator_spec& spec, const wall_clock& clock, std::function<void()> hurry)
    : spec_{spec}, clock_{clock}, hurry_{std::move(hurry)}, born_in_{fork_count()}, aside_{portions_of(spec)} {}

time_generator::~time_generator() = default;

result<std::unique_ptr<time_generator>> time_generator::make(const time_generator_spec& spec,
                                                             std::vector<std::shared_ptr<reservation>> held,
                                                             const wall_clock& clock, std::function<void()> hurry) {
    std::unique_ptr<time_generator> made{new time_generator{spec, clock, std::move(hurry)}};
    made->readings_ = readings_of(spec, held.size());
    // A layout without a genMethod field keeps the machine ID to itself; see lease_request::without_method.
    const bool has_method = spec.type->width(field::gen_method) != 0;
    const unix_ms earliest = spec.type->instant_of(spec.family->first_certain_time(*spec.type));
    for (auto& source : held) {
        const fields parts{.version = spec.version,
                           .type = spec.type->type(),
                           .gen_method = has_method ? static_cast<std::uint64_t>(spec.method) : 0,
                           .machine = source->machine().value};
        if (auto fits = spec.type->encode(parts); !fits) return fits.error();
        const unix_ms found = source->found();
        // A layout that begins later waits above what was found, which a clean end gives back.
        auto slot =
            std::make_shared<lane_slot>(*spec.type, parts, spec.populator, pacing_of(spec),
                                        earliest > spec.within.from ? std::max(found, earliest) : found, spec.within);
        source->attach(slot);
        made->tracks_.push_back({std::move(slot), std::move(source)});
    }
    return made;
}

result<id> time_generator::generate() {
    if (!aside_) return claim_one();
    if (id own; is_process(born_in_) && aside_->take_one(own)) [[likely]]
        return own;
    return wait_for_one();
}

result<id> time_generator::claim_one() {
    lane* from = nullptr;
    if (const open_claim got = take_open(1, from); got.count != 0) return from->at(got.first);
    const claim got = take(1, from);
    if (got.why != refusal::none) [[unlikely]]
        return wait_for_one();
    if (got.ready_in > std::chrono::nanoseconds{0}) [[unlikely]]
        clock_.rest(got.ready_in);
    return from->at(got.first);
}

// Apart, so that callers who find an ID save no registers for those who do not.
[[gnu::noinline]] result<id> time_generator::wait_for_one() {
    id made;
    if (auto done = generate_all(*this, {&made, 1}, clock_); !done) return std::move(done).error();
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
    if (!is_process(born_in_)) [[unlikely]]
        return {.why = refusal::closed};
    // Before the clock is read: the reading is a barrier that these loads need not wait for.
    from = &tracks_.front().present();
    return readings_ ? take_and_open(wanted, from) : take_at(clock_.now(), wanted, from);
}

/// Claims of the tick that is open.
inline open_claim time_generator::take_open(std::uint64_t wanted, lane*& from) noexcept {
    if (!readings_ || !is_process(born_in_)) return {};
    from = &tracks_.front().present();
    return from->populate_open(wanted, readings_->round());
}

/// Claims by the clock, and opens the tick while callers are many. Apart, as `wait_for_one`.
[[gnu::noinline]] claim time_generator::take_and_open(std::uint64_t wanted, lane*& from) noexcept {
    const std::uint64_t round = readings_->begin();
    const unix_ns now = clock_.now();
    const claim got = take_at(now, wanted, from);
    readings_->note(now);
    if (round != 0 && got.why == refusal::none && got.ready_in <= std::chrono::nanoseconds{0}) from->open(got, round);
    return got;
}

inline claim time_generator::take_at(unix_ns now, std::uint64_t wanted, lane*& from) noexcept {
    if (tracks_.size() > 1) return take_from_pool(now, wanted, from);
    return from->populate(now, wanted, readiness::may_wait);
}

/// A doubted wall clock is ahead of every reservation, so the first claim was refused. Claims again by the time that
/// the reservations follow.
[[gnu::cold, gnu::noinline]] claim time_generator::take_as_followed(const claim& refused, std::uint64_t wanted,
                                                                    lane*& from) noexcept {
    if (refused.why == refusal::closed) return refused;
    const unix_ns followed = tracks_.front().source->followed();
    if (followed >= clock_.now()) return refused;
    return take_at(followed, wanted, from);
}

claim time_generator::take_from_pool(unix_ns now, std::uint64_t wanted, lane*& from) noexcept {
    const claim got = take_ready(now, wanted, from);
    return got.why == refusal::none ? got : queue_in_pool(now, wanted, from);
}

/// Claims positions that need no wait, of the thread's own lane if that has any; else gives the last refusal.
claim time_generator::take_ready(unix_ns now, std::uint64_t wanted, lane*& from) noexcept {
    claim got;
    const std::size_t home = thread_number() % tracks_.size();
    for (std::size_t i = 0; i < tracks_.size(); ++i) {
        from = &tracks_[(home + i) % tracks_.size()].present();
        got = from->populate(now, wanted, readiness::only_ready);
        if (got.why == refusal::none) break;
    }
    return got;
}

claim time_generator::queue_in_pool(unix_ns now, std::uint64_t wanted, lane*& from) noexcept {
    const auto turn = [](const track& each) { return each.present().line().tick_of(each.present().next()); };
    const auto soonest = std::ranges::min_element(tracks_, {}, turn);
    from = &soonest->present();
    claim got = from->populate(now, wanted, readiness::may_wait);
    // The reservation of this lane may be the one that failed; any other lane will do. Without one the mildest counts.
    for (auto other = tracks_.begin(); got.why != refusal::none && other != tracks_.end(); ++other) {
        from = &other->present();
        const claim next = from->populate(now, wanted, readiness::may_wait);
        if (next.why < got.why) got = next;
    }
    return got;
}

// Inline: every strict ID takes this path.
[[gnu::always_inline]] inline grant time_generator::claim_all(std::span<id> out) noexcept {
    lane* from = nullptr;
    if (const open_claim got = take_open(out.size(), from); got.count != 0) {
        write(*from, got.first, out.first(got.count));
        return {got.count};
    }
    claim got = take(out.size(), from);
    if (got.why != refusal::none) [[unlikely]] {
        got = take_as_followed(got, out.size(), from);
        if (got.why != refusal::none) return refuse(got);
    }
    write(*from, got.first, out.first(got.count));
    if (got.ready_in <= std::chrono::nanoseconds{0}) [[likely]]
        return {got.count};
    return {got.count, got.ready_in};
}

grant time_generator::try_generate(std::span<id> out) noexcept {
    return aside_ ? share(out) : claim_all(out);
}

/// What the thread has set aside comes first: all that is claimed later is greater.
grant time_generator::share(std::span<id> out) noexcept {
    if (!is_process(born_in_)) [[unlikely]]
        return claim_all(out); // which refuses
    if (out.size() == 1 && aside_->take_one(out.front())) [[likely]]
        return {1};
    return set_aside(out);
}

[[gnu::noinline]] grant time_generator::set_aside(std::span<id> out) noexcept {
    if (const std::size_t own = aside_->take(out); own != 0) return {own};
    auto turn = aside_->begin_turn();
    if (turn.mine == nullptr) return claim_all(out);
    lane* from = nullptr;
    const claim got = take_ready(clock_.now(), std::max<std::uint64_t>(out.size(), turn.width), from);
    if (got.why != refusal::none) return claim_all(out); // which waits, or says why not
    const std::uint64_t made = std::min<std::uint64_t>(out.size(), got.count);
    from->write(got.first, out.first(made));
    if (made < got.count) turn.set_aside(from->range({.first = got.first + made, .count = got.count - made}));
    return {made};
}

range_grant time_generator::try_range(std::uint64_t count) noexcept {
    if (aside_ && is_process(born_in_))
        if (const id_range own = aside_->take_block(count); own.count != 0) return {own};
    lane* from = nullptr;
    if (const open_claim got = take_open(count, from); got.count != 0) return {from->range({got.first, got.count})};
    claim got = take(count, from);
    if (got.why != refusal::none) [[unlikely]]
        got = take_as_followed(got, count, from);
    if (got.why != refusal::none) {
        const grant refused = refuse(got);
        return {{}, refused.wait, refused.why};
    }
    return {from->range(got), got.ready_in};
}

std::vector<machine_id> time_generator::machines() const {
    std::vector<machine_id> all;
    for (const track& each : tracks_)
        if (each.source->is_held()) all.push_back(each.present().machine());
    return all;
}

bool time_generator::has_ended() const {
    const unix_ns now = tracks_.front().source->followed();
    return std::ranges::all_of(tracks_, [now](const track& each) {
        const timeline& line = each.present().line();
        return line.tick_at(now) >= line.end_tick() || each.present().next() >= line.end();
    });
}

std::chrono::milliseconds time_generator::lead() const {
    const unix_ns now = clock_.now();
    auto most = std::chrono::nanoseconds::min();
    for (const track& each : tracks_) {
        const timeline& line = each.present().line();
        most = std::max(most, line.until(line.tick_of(each.present().next()), now));
    }
    return std::chrono::floor<std::chrono::milliseconds>(most);
}

} // namespace vesta
