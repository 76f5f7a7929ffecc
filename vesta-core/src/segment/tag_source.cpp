#include "tag_source.hpp"

namespace vesta::detail {
namespace {

/// @p numbers, or the refusal if there are none.
range_grant range_of(const range& numbers, const grant& refused) noexcept {
    if (numbers.count == 0) return {{}, refused.wait, refused.why};
    return {{id::from_bits(numbers.first), numbers.count, numbers.stride}};
}

} // namespace

tag_source::tag_source(std::string tag, const tag_context& shared, row_number row)
    : numbers_{shared.options.order == number_order::lanes},
      standing_{std::move(tag), row, shared.known, shared.strangers}, refill_{shared, numbers_, standing_, guard_} {}

grant tag_source::try_generate(std::span<id> out) noexcept {
    std::uint64_t number = 0;
    if (out.size() == 1 && numbers_.take_own(number)) [[likely]] {
        out.front() = id::from_bits(number);
        return {1};
    }
    return generate_slowly(out);
}

grant tag_source::generate_slowly(std::span<id> out) noexcept {
    std::uint64_t number = 0;
    std::uint64_t taken = 0;
    if (out.size() == 1 && numbers_.take_shared(number, taken)) {
        if (numbers_.is_due(taken)) [[unlikely]]
            refill_.consider();
        out.front() = id::from_bits(number);
        return {1};
    }
    return generate_many(out);
}

grant tag_source::generate_many(std::span<id> out) noexcept {
    grant refused;
    const range got = take(out.size(), refused);
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
    const range got = take(count, refused);
    return range_of(got, refused);
}

range_grant tag_source::try_block(std::uint64_t count) noexcept {
    if (count < 1 || count > largest_block) return {{}, std::chrono::nanoseconds{0}, errc::invalid_argument};
    grant refused;
    const range got = take_block(count, refused);
    return range_of(got, refused);
}

range tag_source::take(std::uint64_t wanted, grant& refused) noexcept {
    refused.why = errc::forked;
    if (!numbers_.are_ours()) return {};
    // A thread that has just got its slot may find what an earlier one left: it comes first, as all that is set aside.
    thread_slot();
    if (const range aside = numbers_.take_own_some(wanted); aside.count != 0) return aside;
    do {
        if (const range got = noticed(numbers_.take(wanted)); got.count != 0) return got;
    } while (refill_.next_range(refused));
    return {};
}

result<std::chrono::nanoseconds> tag_source::prepare() {
    grant refused;
    if (refill_.next_range(refused)) return std::chrono::nanoseconds{0};
    if (refused.wait == std::chrono::nanoseconds{0}) return explain_refusal(refused.why);
    return refused.wait;
}

range tag_source::take_block(std::uint64_t count, grant& refused) noexcept {
    refused.why = errc::forked;
    if (!numbers_.are_ours()) return {};
    thread_slot();
    if (const range aside = numbers_.take_own_block(count); aside.count != 0) return aside;
    do {
        if (const range got = noticed(numbers_.take_block(count)); got.count != 0) return got;
    } while (refill_.join_ranges(count, refused));
    return {};
}

range tag_source::noticed(const numbers::piece& got) noexcept {
    if (numbers_.is_due(got.taken)) [[unlikely]]
        refill_.consider();
    return got.numbers;
}

error tag_source::explain_refusal(errc why) const {
    if (why != errc::not_ready) return standing_.explain(why);
    const std::lock_guard lock{guard_};
    const auto wait = refill_.expected_wait(std::chrono::steady_clock::now());
    return standing_.explain_wait(std::chrono::ceil<std::chrono::milliseconds>(wait));
}

bool tag_source::may_exist() {
    const std::lock_guard lock{guard_};
    return standing_.may_exist();
}

void tag_source::found(const tag_row& row, time_point read_at) {
    const std::lock_guard lock{guard_};
    standing_.found(row, read_at);
    refill_.note_masters();
}

void tag_source::all_found(time_point read_at) {
    const std::lock_guard lock{guard_};
    if (refill_.is_busy() || !standing_.is_gone(read_at)) return;
    refill_.drop_all();
    standing_.vanish(std::chrono::steady_clock::now());
}

bool tag_source::close() {
    const std::lock_guard lock{guard_};
    if (standing_.is_closed()) return false;
    standing_.close();
    return refill_.close();
}

void tag_source::drop_leftovers() {
    const std::lock_guard lock{guard_};
    refill_.drop_held();
}

bool tag_source::had_row() const {
    const std::lock_guard lock{guard_};
    return !standing_.may_create() || standing_.was_loaded();
}

bool tag_source::has_masters() const {
    const std::lock_guard lock{guard_};
    return standing_.facts().delta != 1;
}

tag_status tag_source::status() const {
    const std::lock_guard lock{guard_};
    tag_status is = standing_.status();
    refill_.add_to(is);
    return is;
}

bool tag_source::add_to(segment_status& sum) const {
    const std::lock_guard lock{guard_};
    refill_.add_to(sum);
    standing_.add_to(sum);
    return refill_.has_numbers();
}

} // namespace vesta::detail
