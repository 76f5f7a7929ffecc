#include "set_aside.hpp"
#include "tag_source.hpp"

#include <algorithm>

// What a tag is told by the table and by its generator, and what it says of itself.
namespace vesta::detail {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

bool tag_source::may_exist() {
    constexpr std::chrono::seconds believed{1}; // that the table has no row, after it was asked
    const std::lock_guard guard{guard_};
    if (standing_ != standing::absent) return true;
    if (steady_clock::now() - absent_since_ < believed) return false;
    standing_ = standing::unknown;
    return true;
}

void tag_source::found(const tag_row& row, time_point read_at) {
    const std::lock_guard guard{guard_};
    found_at_ = read_at;
    in_table_ = was_in_table_ = true;
    if (row.step >= 1 && row.delta >= 1) facts_ = {row.step, row.delta, row.remainder};
    if (standing_ == standing::absent) standing_ = standing::unknown;
    if (standing_ == standing::exhausted && row.max_id <= row.limit) {
        standing_ = standing::live;
        not_before_ = {};
    }
}

void tag_source::all_found(time_point read_at) {
    const std::lock_guard guard{guard_};
    if (found_at_ >= read_at) return;
    if (standing_ == standing::closed || standing_ == standing::absent || busy_) return;
    if (standing_ == standing::unknown && !in_table_) return; // its first use asks the store, and may create it
    // A row that was there after the reading began may have been made after it, too.
    if (reserved_at_ >= read_at) return;
    vanish(steady_clock::now());
}

bool tag_source::close() {
    const std::lock_guard guard{guard_};
    if (standing_ == standing::closed) return false;
    standing_ = standing::closed;
    leftover_ = end_epoch(cursor_, epoch_);
    note_used(leftover_.count != 0 ? static_cast<std::int64_t>(leftover_.first) : current_.end);
    drained_ += leftover_.count;
    if (leftover_.count == 0 && held_count_ == 0) return false;
    shared_.refills.order(*this, false);
    return true;
}

refill_job::outcome tag_source::give_back() {
    std::array<held, 3> parts; // the latest first: an earlier one can only be given back after it
    std::size_t count = 0;
    {
        const std::lock_guard guard{guard_};
        while (held_count_ != 0)
            parts[count++] = held_[--held_count_];
        if (leftover_.count != 0) parts[count++] = {current_, leftover_};
        leftover_ = {};
    }
    bool open = true;
    bool down = false;
    for (std::size_t i = 0; i < count; ++i) {
        const held& part = parts[i];
        if (open) {
            const auto done = shared_.store.give_back(tag_, part.of, static_cast<std::int64_t>(part.numbers.first));
            open = done && *done;
            down = !done && done.error().code == errc::store_unavailable;
        }
        const std::lock_guard guard{guard_};
        (open ? given_back_ : dropped_) += part.numbers.count;
    }
    return down ? outcome::store_down : outcome::done;
}

std::int64_t tag_source::used_end() const {
    const std::lock_guard guard{guard_};
    if (standing_ == standing::closed || cursor_.taken() == 0) return used_end_;
    const run rest = cursor_.rest();
    return std::max(used_end_, rest.count != 0 ? static_cast<std::int64_t>(rest.first) : current_.end);
}

/// Of the current segment everything below @p end is gone.
void tag_source::note_used(std::int64_t end) noexcept {
    if (end > begun_) used_end_ = std::max(used_end_, end);
}

void tag_source::drop_leftovers() {
    const std::lock_guard guard{guard_};
    drop(leftover_);
    leftover_ = {};
    while (held_count_ != 0)
        drop(pop_held().numbers);
}

tag_status tag_source::status() const {
    const std::lock_guard guard{guard_};
    tag_status is{.tag = tag_, .loaded = loaded_, .step = facts_.step};
    is.present = in_table_;
    is.exhausted = standing_ == standing::exhausted;
    const run rest = cursor_.rest();
    if (loaded_) is.current = held_segment{static_cast<std::int64_t>(rest.first), current_.end};
    if (held_count_ != 0) is.next = held_segment{static_cast<std::int64_t>(held_[0].numbers.first), held_[0].of.end};
    if (trouble_) is.trouble = *trouble_;
    is.counts = counts(rest.count);
    return is;
}

void tag_source::add_to(segment_status& sum) const {
    const std::lock_guard guard{guard_};
    sum.counts += counts(cursor_.rest().count);
    sum.tags += in_table_ ? 1 : 0;
    if (trouble_ && !sum.trouble) sum.trouble = *trouble_;
}

segment_counts tag_source::counts(std::uint64_t rest) const noexcept {
    const auto aside = lanes_.get()->count(epoch_.load(std::memory_order_relaxed));
    const std::uint64_t abandoned = abandoned_.load(std::memory_order_relaxed);
    segment_counts sum{.reserved = reserved_, .given_back = given_back_, .refills = refills_, .failures = failures_};
    sum.dropped = dropped_ + abandoned + aside.lost;
    sum.held = rest + aside.held + leftover_.count;
    for (std::size_t i = 0; i < held_count_; ++i)
        sum.held += held_[i].numbers.count;
    sum.served = reserved_ - std::min(reserved_, sum.dropped + sum.held + sum.given_back);
    sum.waits = waits_.load(std::memory_order_relaxed);
    return sum;
}

error tag_source::explain_refusal(errc why) const {
    const std::string subject = "tag '" + tag_ + "'";
    switch (why) {
    case errc::not_found:
        return {why, "there is no " + subject + "; add a row for it to the table, or set auto-create" + was_known()};
    case errc::exhausted:
        return {why, subject + " has given out all numbers up to its limit; raise max_limit in its row"};
    case errc::closed:
        return {why, "the generator was closed"};
    case errc::forked:
        return {why, "this process was forked from the one that opened the generator, which goes on using its numbers; "
                     "open a generator after the fork"};
    case errc::invalid_argument:
        return {why, "at most " + std::to_string(largest_block) + " numbers can be taken in one piece"};
    case errc::not_ready:
        return not_ready_now();
    default:
        return {why, std::string{vesta::name(why)}};
    }
}

/// For errors of a tag that earlier processes used: what says so.
std::string tag_source::was_known() const {
    const std::int64_t before = shared_.known.before(tag_);
    if (before == 0) return {};
    return "; numbers up to " + std::to_string(before - 1) + " were given out on this host, says " +
           shared_.known.where() +
           ": where the tag is to begin anew all the same, stop the program and remove that file";
}

error tag_source::not_ready_now() const {
    const std::lock_guard guard{guard_};
    const auto wait = std::chrono::ceil<milliseconds>(expected_wait(steady_clock::now()));
    if (!trouble_) return {errc::not_ready, "numbers for tag '" + tag_ + "' are being reserved", wait};
    return {errc::not_ready, "tag '" + tag_ + "' has no numbers left, and none can be reserved: " + trouble_->message,
            std::max(wait, milliseconds{1000})};
}

} // namespace vesta::detail
