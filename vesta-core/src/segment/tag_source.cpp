#include "tag_source.hpp"

#include "set_aside.hpp"

#include <algorithm>
#include <new>

namespace vesta::detail {
namespace {

// A smaller segment is not worth being set aside in portions, and never is a large part of one.
constexpr std::uint64_t smallest_shared_out = 4096;
constexpr std::uint64_t portions_per_segment = 64;
constexpr std::uint64_t largest_portion = 1024;

/// @p numbers, or the refusal where there are none.
range_grant range_of(const run& numbers, const grant& refused) noexcept {
    if (numbers.count == 0) return {{}, refused.wait, refused.why};
    return {{id::from_bits(numbers.first), numbers.count, numbers.stride}};
}

} // namespace

tag_source::tag_source(std::string tag, const tag_context& shared)
    : shared_{shared}, lanes_wanted_{shared.options.order == number_order::lanes}, tag_{std::move(tag)},
      was_in_table_{shared.known.before(tag_) != 0}, known_end_{shared.known.before(tag_)}, used_end_{known_end_} {}

tag_source::~tag_source() {
    if (lane_table* const own = lanes_.get(); own != lane_table::nobody()) delete own;
}

grant tag_source::try_generate(std::span<id> out) noexcept {
    std::uint64_t number = 0;
    if (out.size() == 1 && take_aside(number)) [[likely]] {
        out.front() = id::from_bits(number);
        return {1};
    }
    return generate_slowly(out);
}

grant tag_source::generate_slowly(std::span<id> out) noexcept {
    std::uint64_t number = 0;
    std::uint64_t taken = 0;
    if (out.size() == 1 && is_process(born_in_) && shares_segment() && cursor_.take_one(number, taken)) {
        if (taken >= due_at_.load(std::memory_order_relaxed)) [[unlikely]]
            consider();
        out.front() = id::from_bits(number);
        return {1};
    }
    return generate_many(out);
}

grant tag_source::generate_many(std::span<id> out) noexcept {
    grant refused;
    const run got = take(out.size(), refused);
    if (got.count == 0) return refused;
    std::uint64_t next = got.first;
    for (id& each : out.first(got.count)) {
        each = id::from_bits(next);
        next += got.stride;
    }
    return {got.count};
}

range_grant tag_source::try_range(std::uint64_t count) noexcept {
    grant refused;
    const run got = take(count, refused);
    return range_of(got, refused);
}

range_grant tag_source::try_block(std::uint64_t count) noexcept {
    if (count > largest_block) return {{}, std::chrono::nanoseconds{0}, errc::invalid_argument};
    grant refused;
    const run got = take_block(count, refused);
    return range_of(got, refused);
}

run tag_source::take(std::uint64_t wanted, grant& refused) noexcept {
    refused.why = errc::forked;
    if (fork_count() != born_in_) return {};
    // A thread that has just got its slot may find what an earlier one left: it comes first, as all that is set aside.
    thread_slot();
    const run aside = own_lane().take(wanted, epoch_.load(std::memory_order_relaxed));
    if (aside.count != 0) return aside;
    do {
        if (const run got = take_from_segment(wanted); got.count != 0) return got;
    } while (next_segment(refused));
    return {};
}

run tag_source::take_from_segment(std::uint64_t wanted) noexcept {
    lane* const mine = worth_a_lane() ? make_lane() : nullptr;
    if (mine == nullptr) return take_noticed(wanted, 1);

    const std::uint64_t width = mine->next_portion(std::min(cursor_.size() / portions_per_segment, largest_portion));
    const auto got =
        take_portion(*mine, epoch_, wanted, width, [this](std::uint64_t count) { return take_noticed(count, 1); });
    if (got.lost != 0) abandoned_.fetch_add(got.lost, std::memory_order_relaxed);
    return got.numbers;
}

bool tag_source::worth_a_lane() const noexcept {
    return lanes_wanted_ && cursor_.size() >= smallest_shared_out;
}

bool tag_source::shares_segment() const noexcept {
    return !lanes_wanted_ || (slot::current != slot::unknown && !worth_a_lane());
}

run tag_source::take_noticed(std::uint64_t wanted, std::uint64_t least) noexcept {
    const auto got = cursor_.take(wanted, least);
    if (got.taken >= due_at_.load(std::memory_order_relaxed)) [[unlikely]]
        consider();
    return got.numbers;
}

lane* tag_source::make_lane() noexcept {
    lane_table* table = lanes_.get();
    if (table == lane_table::nobody()) {
        auto* const made = new (std::nothrow) lane_table;
        if (made == nullptr) return nullptr;
        if (lanes_.put_in_place_of(table, made)) {
            table = made;
        } else {
            delete made;
        }
    }
    return table->find_or_make(thread_slot());
}

run tag_source::take_block(std::uint64_t count, grant& refused) noexcept {
    refused.why = errc::forked;
    if (fork_count() != born_in_) return {};
    thread_slot();
    lane& mine = own_lane();
    const std::uint32_t epoch = epoch_.load(std::memory_order_relaxed);
    if (mine.left(epoch) >= count) return mine.take(count, epoch);
    // What is set aside comes before the block, and would be given out after it: this thread's order forbids that.
    // (Tested first, since an empty lane is not this thread's own.)
    if (mine.left_in_any_epoch() != 0) abandoned_.fetch_add(mine.abandon(), std::memory_order_relaxed);
    do {
        if (const run got = take_noticed(count, count); got.count != 0) return got;
    } while (join_segments(count, refused));
    return {};
}

grant tag_source::refusal() noexcept {
    constexpr std::chrono::nanoseconds no_use{0};
    switch (standing_) {
    case standing::absent:
        return {0, no_use, errc::not_found};
    case standing::exhausted:
        return {0, no_use, errc::exhausted};
    case standing::closed:
        return {0, no_use, errc::closed};
    case standing::unknown:
    case standing::live:
        break;
    }
    waits_.fetch_add(1, std::memory_order_relaxed);
    return {0, expected_wait(std::chrono::steady_clock::now()), errc::not_ready};
}

} // namespace vesta::detail
