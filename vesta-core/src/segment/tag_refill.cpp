#include "set_aside.hpp"
#include "tag_source.hpp"

#include <algorithm>

// How a tag comes to its next segment.
namespace vesta::detail {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

namespace {

/// The numbers of [first, end) that are ours: all of them, but for several masters.
run own_numbers(const segment& of) noexcept {
    const auto first = static_cast<std::uint64_t>(of.first);
    const std::uint64_t skip = (of.facts.remainder + of.facts.delta - first % of.facts.delta) % of.facts.delta;
    const auto width = static_cast<std::uint64_t>(of.end - of.first);
    return {first + skip, width > skip ? (width - skip - 1) / of.facts.delta + 1 : 0, of.facts.delta};
}

/// Wrong settings of the store concern every tag alike, and may be put right meanwhile.
bool says_store_is_down(const error& reason) noexcept {
    return reason.code == errc::store_unavailable || reason.code == errc::invalid_settings;
}

} // namespace

refill_situation tag_source::situation(time_point now) const noexcept {
    return {now, finished_ + cursor_.taken() - drained_,
            static_cast<std::uint64_t>(std::max<std::int64_t>(facts_.step, 1)), shared_.refills.latency()};
}

void tag_source::order(bool urgent, time_point now) noexcept {
    if (!busy_ && now < not_before_) return;
    if (!busy_) ordered_at_ = now;
    busy_ = true;
    shared_.refills.order(*this, urgent);
}

void tag_source::look(time_point now) noexcept {
    if (busy_ || held_count_ != 0 || standing_ != standing::live) return;
    const std::uint64_t size = cursor_.size();
    const std::uint64_t low = shared_.policy.low_water(memory_, situation(now), size);
    if (cursor_.rest().count <= low) {
        order(false, now);
    } else {
        due_at_.store(size - low, std::memory_order_relaxed);
    }
}

void tag_source::consider() noexcept {
    const std::lock_guard guard{guard_};
    if (cursor_.taken() < due_at_.load(std::memory_order_relaxed)) return;
    due_at_.store(never, std::memory_order_relaxed);
    look(steady_clock::now());
}

bool tag_source::next_segment(grant& refused) noexcept {
    const std::lock_guard guard{guard_};
    if (standing_ != standing::closed) {            // else what is held is to be given back
        if (cursor_.rest().count != 0) return true; // somebody else was faster
        if (held_count_ != 0) {
            install(pop_held());
            return true;
        }
    }
    if (may_refill()) order(true, steady_clock::now());
    refused = refusal();
    return false;
}

bool tag_source::join_segments(std::uint64_t least, grant& refused) noexcept {
    const std::lock_guard guard{guard_};
    if (standing_ != standing::closed && join_held(least)) return true;
    if (may_refill()) {
        block_ = std::max(block_, least);
        order(true, steady_clock::now());
    }
    refused = refusal();
    return false;
}

bool tag_source::join_held(std::uint64_t least) noexcept {
    while (held_count_ != 0) {
        const run rest = cursor_.rest();
        if (rest.count >= least) return true;
        const bool joins = rest.count == 0 || fits_behind(rest, held_[0]);
        // Two short ranges that do not join: the older one is in the way.
        if (!joins && held_[0].numbers.count < least && held_count_ < held_.size()) break;
        const run left = cursor_.drain();
        drained_ += left.count;
        held next = pop_held();
        if (joins && left.count != 0) {
            next.numbers = {left.first, left.count + next.numbers.count, left.stride};
        } else {
            drop(left);
        }
        install(next);
    }
    return cursor_.rest().count >= least;
}

bool tag_source::may_refill() const noexcept {
    return standing_ == standing::unknown || standing_ == standing::live;
}

bool tag_source::fits_behind(const run& rest, const held& next) const noexcept {
    return rest.end() == next.numbers.first && rest.stride == next.numbers.stride && current_.origin == next.of.origin;
}

void tag_source::install(const held& next) noexcept {
    finished_ += cursor_.size();
    // What was left of the current one may be joined to the front of the next, and go back with it.
    note_used(std::min(current_.end, static_cast<std::int64_t>(next.numbers.first)));
    begun_ = static_cast<std::int64_t>(next.numbers.first);
    current_ = next.of;
    due_at_.store(never, std::memory_order_relaxed);
    cursor_.install(next.numbers);
    look(steady_clock::now());
}

tag_source::held tag_source::pop_held() noexcept {
    const held first = held_[0];
    held_[0] = held_[1];
    --held_count_;
    return first;
}

nanoseconds tag_source::expected_wait(time_point now) const noexcept {
    constexpr nanoseconds least = std::chrono::microseconds{100};
    constexpr nanoseconds most = milliseconds{50};
    const nanoseconds latency = shared_.refills.latency();
    time_point ready = ordered_at_ + latency + latency / 8;
    ready = std::max({ready, not_before_, shared_.refills.retry_at()});
    // One that takes longer than usual is looked for ever less often, and found at most a quarter late.
    const nanoseconds overdue = busy_ ? (now - ordered_at_) / 4 : nanoseconds{0};
    return std::clamp<nanoseconds>(std::max<nanoseconds>(ready - now, overdue), least, most);
}

refill_job::outcome tag_source::perform() noexcept {
    bool closed = false;
    {
        const std::lock_guard guard{guard_};
        closed = standing_ == standing::closed;
        if (!closed && !busy_) return outcome::done; // what it was ordered for came with an earlier run
    }
    try {
        return closed ? give_back() : reserve();
    } catch (const std::exception& failed) {
        const std::lock_guard guard{guard_};
        return fail({errc::internal, failed.what()}, steady_clock::now());
    }
}

refill_job::outcome tag_source::reserve() {
    segment_request request{.tag = tag_};
    bool may_create = false;
    refill_situation at;
    {
        const std::lock_guard guard{guard_};
        at = situation(steady_clock::now());
        // Of a tag that was never loaded the step is not known; the row's will do.
        if (loaded_) request.width = width_of(std::max(shared_.policy.size(memory_, at), block_));
        request.not_below = known_end_;
        request.known = facts_;
        may_create = !was_in_table_ && shared_.options.auto_create.has_value();
    }
    auto made = reserve_or_create(request, may_create);
    const auto ended = steady_clock::now();
    if (made) shared_.refills.note_latency(ended - at.now);
    if (made || !says_store_is_down(made.error())) shared_.refills.note_answer();
    const std::lock_guard guard{guard_};
    return made ? accept(*made, at, ended) : fail(std::move(made).error(), ended);
}

std::uint64_t tag_source::width_of(std::uint64_t numbers) const noexcept {
    return std::min(numbers, widest_segment / facts_.delta) * facts_.delta;
}

result<segment> tag_source::reserve_or_create(const segment_request& request, bool may_create) {
    auto made = shared_.store.reserve(request);
    if (made || made.error().code != errc::not_found || !may_create) return made;
    if (auto created = shared_.store.create(tag_, *shared_.options.auto_create); !created)
        return std::move(created).error();
    return shared_.store.reserve(request);
}

refill_job::outcome tag_source::accept(const segment& made, const refill_situation& at, time_point now) {
    const held got{made, own_numbers(made)};
    busy_ = false;
    if (!loaded_) shared_.known.add(*this);
    loaded_ = true;
    failures_in_row_ = 0;
    trouble_.reset();
    facts_ = made.facts;
    in_table_ = was_in_table_ = true;
    known_end_ = std::max(known_end_, made.end);
    reserved_at_ = now;
    reserved_ += got.numbers.count;
    ++refills_;
    shared_.policy.reserved(memory_, at, got.numbers.count);
    if (got.numbers.count >= block_) block_ = 0;
    held_[held_count_++] = got;
    if (standing_ == standing::closed) {
        busy_ = true;
        return outcome::again; // to give it back
    }
    standing_ = standing::live;
    if (cursor_.rest().count == 0) install(pop_held());
    return outcome::done;
}

refill_job::outcome tag_source::fail(error reason, time_point now) {
    constexpr milliseconds first_pause{50};
    constexpr milliseconds longest_pause{5000};
    ++failures_;
    const errc why = reason.code;
    if (why == errc::state_unusable && known_end_ == shared_.known.before(tag_)) reason.message += was_known();
    trouble_ = std::make_unique<error>(std::move(reason));
    if (says_store_is_down(*trouble_)) return outcome::store_down; // it stays in the queue
    busy_ = false;
    if (standing_ == standing::closed) return outcome::done;
    if (why == errc::not_found) vanish(now);
    if (why == errc::exhausted) {
        standing_ = standing::exhausted;
        block_ = 0;
    }
    const auto pause = std::min(longest_pause, first_pause * (1 << std::min<int>(failures_in_row_, 7)));
    failures_in_row_ = static_cast<std::uint8_t>(std::min(failures_in_row_ + 1, 100));
    not_before_ = now + pause;
    // Ahead of need, it is tried again when half of the rest is used.
    due_at_.store(cursor_.taken() + (cursor_.rest().count + 1) / 2, std::memory_order_relaxed);
    return outcome::done;
}

void tag_source::vanish(time_point now) noexcept {
    drop_all();
    standing_ = standing::absent;
    absent_since_ = now;
    facts_ = {};
    in_table_ = false;
    not_before_ = {};
}

void tag_source::drop(const run& numbers) noexcept {
    dropped_ += numbers.count;
}

void tag_source::drop_all() noexcept {
    const run left = end_epoch(cursor_, epoch_);
    drained_ += left.count;
    drop(left);
    while (held_count_ != 0)
        drop(pop_held().numbers);
}

} // namespace vesta::detail
