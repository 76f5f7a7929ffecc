#include "shard_stream.hpp"

#include <vesta/sharded/permuted_source.hpp>

namespace vesta::detail {

grant shard_stream::try_generate(std::span<id> out) noexcept {
    std::uint64_t number = 0;
    if (out.size() == 1 && !hidden_ && numbers_.take_own(number)) [[likely]] {
        out.front() = at(number);
        return {1};
    }
    return generate_slowly(out);
}

grant shard_stream::generate_slowly(std::span<id> out) noexcept {
    // Returned in place: a copy would read in one piece what was just written in several.
    grant given = numbers_.try_generate(out);
    if (given.made == 0) {
        if (given.why == errc::not_found) set_absent(true);
    } else if (!put_in_place(out.first(given.made))) {
        given = {.why = errc::internal};
    }
    return given;
}

bool shard_stream::put_in_place(std::span<id> numbers) const noexcept {
    if (hidden_ && !permute(*hidden_, numbers)) return false;
    for (id& each : numbers)
        each = at(each.bits());
    return true;
}

range_grant shard_stream::in_place(range_grant numbers) noexcept {
    if (numbers.range.count == 0) {
        if (numbers.why == errc::not_found) set_absent(true);
        return numbers;
    }
    numbers.range.first = at(numbers.range.first.bits());
    numbers.range.stride <<= shard_bits + app_bits;
    return numbers;
}

/// Hidden neighbours do not lie together.
range_grant shard_stream::one_hidden() noexcept {
    id only;
    const grant given = try_generate({&only, 1});
    return {{only, given.made, 1}, given.wait, given.why};
}

range_grant shard_stream::try_range(std::uint64_t count) noexcept {
    return hidden_ ? one_hidden() : in_place(numbers_.try_range(count));
}

range_grant shard_stream::try_block(std::uint64_t count) noexcept {
    if (!hidden_) return in_place(numbers_.try_block(count));
    return count == 1 ? one_hidden() : range_grant{.why = errc::invalid_argument};
}

error shard_stream::explain_refusal(errc why) const {
    switch (why) {
    case errc::not_found:
        return {why, "id_alloc has no row for " + to_string(key_) + "; `vesta sharded init --app " +
                         std::to_string(key_.app.value) + "` makes it"};
    case errc::exhausted:
        return {why, to_string(key_) +
                         " has given out all its numbers: max_limit_id in id_alloc, or the bits an ID has for them"};
    case errc::invalid_argument:
        return hidden_ ? error{why, "the numbers of " + to_string(key_) +
                                        " are permuted, so that they do not come in one piece"}
                       : numbers_.explain_refusal(why);
    case errc::internal:
        return {why, "the cipher that permutes the numbers of " + to_string(key_) + " failed"};
    default:
        return numbers_.explain_refusal(why);
    }
}

} // namespace vesta::detail
