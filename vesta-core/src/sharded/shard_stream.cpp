#include "shard_stream.hpp"

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
    grant given = hidden_ ? hidden_->try_generate(out) : numbers_.try_generate(out);
    if (given.made == 0 && given.why == errc::not_found) set_absent(true);
    for (id& each : out.first(given.made))
        each = at(each.bits());
    return given;
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

range_grant shard_stream::try_range(std::uint64_t count) noexcept {
    return in_place(hidden_ ? hidden_->try_range(count) : numbers_.try_range(count));
}

range_grant shard_stream::try_block(std::uint64_t count) noexcept {
    return in_place(hidden_ ? hidden_->try_block(count) : numbers_.try_block(count));
}

error shard_stream::explain_refusal(errc why) const {
    switch (why) {
    case errc::not_found:
        return {why, "id_alloc has no row for " + to_string(key_) + "; `vesta sharded init --app " +
                         std::to_string(key_.app.value) + "` makes it"};
    case errc::exhausted:
        return {why, to_string(key_) +
                         " has given out all its numbers: max_limit_id in id_alloc, or the bits an ID has for them"};
    default:
        return hidden_ ? hidden_->explain_refusal(why) : numbers_.explain_refusal(why);
    }
}

} // namespace vesta::detail
