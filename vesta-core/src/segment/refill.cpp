#include "refill.hpp"

#include <algorithm>
#include <bitset>
#include <utility>

namespace vesta::detail {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

/// What a row with @p delta must be moved by to give @p wanted numbers.
std::uint64_t width_of(std::uint64_t wanted, std::uint64_t delta) noexcept {
    return std::min(wanted, widest_segment / delta) * delta;
}

} // namespace

refill::refill(const tag_context& shared, numbers& of, standing& row, std::mutex& guard) noexcept
    : shared_{shared}, numbers_{of}, standing_{row}, guard_{guard}, in_use_{shared.known.before(row.tag())} {}

refill_situation refill::situation(time_point now) const noexcept {
    const std::uint64_t left = numbers_.rest().count + held_.count();
    const std::uint64_t taken = counts_.reserved - counts_.dropped - counts_.given_back - handed_out_ - left;
    const auto step = static_cast<std::uint64_t>(std::max<std::int64_t>(standing_.facts().step, 1));
    return {now, taken, step, shared_.refills.latency()};
}

void refill::order(bool urgent, time_point now) noexcept {
    if (!busy_ && now < not_before_) return;
    if (!busy_) ordered_at_ = now;
    busy_ = true;
    shared_.refills.order(*this, urgent);
}

void refill::look(time_point now) noexcept {
    if (busy_ || held_.size() != 0 || !standing_.is_live()) return;
    const std::uint64_t size = numbers_.size();
    const std::uint64_t low = shared_.policy.low_water(memory_, situation(now), size);
    if (numbers_.rest().count <= low) {
        order(false, now);
    } else {
        numbers_.make_due_at(size - low);
    }
}

void refill::consider() noexcept {
    const std::lock_guard lock{guard_};
    if (!numbers_.is_due()) return;
    numbers_.make_due_never();
    look(steady_clock::now());
}

bool refill::next_range(grant& refused) noexcept {
    const std::lock_guard lock{guard_};
    if (!standing_.is_closed()) {                    // else what is held is to be given back
        if (numbers_.rest().count != 0) return true; // another thread was faster
        if (held_.size() != 0) {
            begin(held_.pop_front());
            return true;
        }
    }
    if (standing_.may_refill()) order(true, steady_clock::now());
    refused = refusal();
    return false;
}

bool refill::join_ranges(std::uint64_t least, grant& refused) noexcept {
    const std::lock_guard lock{guard_};
    if (!standing_.is_closed() && join_held(least)) return true;
    if (standing_.may_refill()) {
        block_ = std::max(block_, least);
        order(true, steady_clock::now());
    }
    refused = refusal();
    return false;
}

bool refill::join_held(std::uint64_t least) noexcept {
    while (held_.size() != 0) {
        const range rest = numbers_.rest();
        if (rest.count >= least) return true;
        const bool joins = rest.count == 0 || held_.front().continues(rest, in_use_.present());
        // Two short ranges that do not join: the older one is in the way.
        if (!joins && held_.front().ours.count < least && held_.size() < 2) break;
        const range left = numbers_.drain();
        held_range next = held_.pop_front();
        if (joins && left.count != 0) {
            next.ours = {left.first, left.count + next.ours.count, left.stride};
        } else {
            counts_.dropped += left.count;
        }
        begin(next);
    }
    return numbers_.rest().count >= least;
}

void refill::begin(const held_range& next) noexcept {
    in_use_.begin(next);
    numbers_.begin(next.ours);
    look(steady_clock::now());
}

nanoseconds refill::expected_wait(time_point now) const noexcept {
    constexpr nanoseconds least = std::chrono::microseconds{100};
    constexpr nanoseconds most = milliseconds{50};
    const nanoseconds latency = shared_.refills.latency();
    time_point ready = ordered_at_ + latency + latency / 8;
    ready = std::max({ready, not_before_, shared_.refills.retry_at()});
    // One that takes longer than usual is looked for ever less often, and found at most a quarter late.
    const nanoseconds overdue = busy_ ? (now - ordered_at_) / 4 : nanoseconds{0};
    return std::clamp<nanoseconds>(std::max<nanoseconds>(ready - now, overdue), least, most);
}

grant refill::refusal() noexcept {
    const errc why = standing_.refusal();
    if (why != errc::not_ready) return {0, nanoseconds{0}, why};
    ++counts_.waits;
    return {0, expected_wait(steady_clock::now()), why};
}

refill_job::ending refill::perform() noexcept {
    bool closed = false;
    {
        const std::lock_guard lock{guard_};
        closed = standing_.is_closed();
        if (!closed && !busy_) return ending::done; // an earlier run has done it
    }
    try {
        return closed ? give_back() : reserve();
    } catch (const std::exception& failed) {
        const std::lock_guard lock{guard_};
        return fail({errc::internal, failed.what()}, steady_clock::now());
    }
}

refill_job::ending refill::reserve() {
    segment_request request;
    bool may_create = false;
    refill_situation at;
    {
        const std::lock_guard lock{guard_};
        at = situation(steady_clock::now());
        request = standing_.request();
        // The step of a tag that was never loaded is unknown; the row's own will do.
        if (standing_.was_loaded()) {
            const std::uint64_t delta = standing_.facts().delta;
            request.width = width_of(std::max(shared_.policy.size(memory_, at), block_), delta);
            request.needed = width_of(block_, delta);
        }
        may_create = standing_.may_create() && shared_.options.auto_create.has_value();
    }
    auto made = reserve_or_create(request, may_create);
    const auto ended = steady_clock::now();
    if (made) shared_.refills.note_latency(ended - at.now);
    if (made || !says_store_is_down(made.error())) shared_.refills.note_answer();
    const std::lock_guard lock{guard_};
    return made ? accept(*made, at, ended) : fail(std::move(made).error(), ended);
}

refill_job::ending refill::accept(const segment& made, const refill_situation& at, time_point now) {
    const auto got = held_range::from(made);
    busy_ = false;
    if (!standing_.was_loaded()) shared_.known.add(*this);
    failures_in_row_ = 0;
    standing_.reserved(made, now);
    note_masters();
    counts_.reserved += got.ours.count;
    ++counts_.refills;
    shared_.policy.reserved(memory_, at, got.ours.count);
    if (got.ours.count >= block_) block_ = 0;
    held_.push_back(got);
    if (standing_.is_closed()) {
        busy_ = true;
        return ending::again; // to give it back
    }
    if (numbers_.rest().count == 0) begin(held_.pop_front());
    return ending::done;
}

refill_job::ending refill::fail(error failed, time_point now) {
    constexpr milliseconds first_pause{50};
    constexpr milliseconds longest_pause{5000};
    ++counts_.failures;
    const bool store_is_down = says_store_is_down(failed);
    const errc why = failed.code;
    standing_.failed(std::move(failed));
    if (store_is_down) return ending::store_down; // it stays in the queue
    busy_ = false;
    if (standing_.is_closed()) return ending::done;
    if (why == errc::not_found) {
        drop_all();
        standing_.vanish(now);
    }
    // Ahead of need: tried again when half of the rest is used.
    numbers_.make_due_at(numbers_.taken() + (numbers_.rest().count + 1) / 2);
    if (why == errc::exhausted) { // until a reading of the table finds more room
        block_ = 0;
        not_before_ = {};
        return ending::done;
    }
    not_before_ = now + std::min(longest_pause, first_pause * (1 << std::min<int>(failures_in_row_, 7)));
    failures_in_row_ = static_cast<std::uint8_t>(std::min(failures_in_row_ + 1, 100));
    return ending::done;
}

void refill::drop_all() noexcept {
    counts_.dropped += numbers_.end().count;
    drop_held();
    not_before_ = {};
}

void refill::drop_held() noexcept {
    while (held_.size() != 0)
        counts_.dropped += held_.pop_front().ours.count;
}

bool refill::close() noexcept {
    const range left = numbers_.end();
    in_use_.close(left);
    if (left.count != 0) held_.push_front({in_use_.present().of, left});
    if (held_.size() == 0) return false;
    shared_.refills.order(*this, false);
    return true;
}

refill_job::ending refill::give_back() {
    held_ranges parts;
    {
        const std::lock_guard lock{guard_};
        parts = std::exchange(held_, {});
    }
    std::bitset<most_origins> passed; // stores whose later numbers stay reserved
    bool down = false;
    while (parts.size() != 0) { // the latest first: an earlier one can only be given back after it
        const held_range part = parts.pop_back();
        if (!passed[part.of.origin]) {
            const auto done = shared_.store.give_back(tag(), part.of, part.first());
            passed[part.of.origin] = !done || !*done;
            down = down || (!done && done.error().code == errc::store_unavailable);
        }
        const std::lock_guard lock{guard_};
        (passed[part.of.origin] ? counts_.dropped : counts_.given_back) += part.ours.count;
    }
    return down ? ending::store_down : ending::done;
}

origin_ends refill::used_ends() const {
    const std::lock_guard lock{guard_};
    return used_ends_now();
}

origin_ends refill::used_ends_now() const {
    return standing_.is_closed() ? in_use_.used() : in_use_.used(numbers_.rest());
}

void refill::add_to(tag_status& is) const {
    if (is.loaded)
        is.current = held_segment{static_cast<std::int64_t>(numbers_.rest().first), in_use_.present().of.end};
    if (held_.size() != 0) is.next = held_segment{held_.front().first(), held_.front().of.end};
    is.used_end = used_ends_now().largest();
    is.counts = counts();
}

void refill::add_to(segment_status& sum) const {
    sum.counts += counts();
    sum.largest = std::max(sum.largest, used_ends_now().largest() - 1);
}

bool refill::has_numbers() const noexcept {
    return numbers_.rest().count + held_.count() != 0;
}

segment_counts refill::counts() const noexcept {
    const auto aside = numbers_.aside();
    segment_counts sum = counts_;
    sum.dropped += aside.lost;
    sum.held = numbers_.rest().count + held_.count() + aside.held;
    sum.served = sum.reserved - std::min(sum.reserved, sum.dropped + sum.held + sum.given_back);
    return sum;
}

} // namespace vesta::detail
