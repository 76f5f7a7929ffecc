#include <vesta/generate/id_source.hpp>

#include <algorithm>

namespace vesta {
namespace {

constexpr std::chrono::nanoseconds no_time{0};

/// Rests before the next attempt, and takes that off @p patience; false where another attempt is of no use.
bool rest_after_refusal(std::chrono::nanoseconds wait, const wall_clock& clock, std::chrono::nanoseconds& patience) {
    if (wait <= no_time || patience <= no_time) return false;
    const auto pause = std::min(wait, patience);
    clock.rest(pause);
    patience -= pause;
    return true;
}

} // namespace

range_grant id_source::try_block(std::uint64_t) noexcept {
    return {{}, std::chrono::nanoseconds{0}, errc::invalid_argument};
}

result<void> generate_all(id_source& source, std::span<id> out, const wall_clock& clock,
                          std::chrono::nanoseconds patience) {
    while (!out.empty()) {
        const grant given = source.try_generate(out);
        if (given.made == 0) {
            if (!rest_after_refusal(given.wait, clock, patience)) return source.explain_refusal(given.why);
        } else if (given.wait > no_time) {
            clock.rest(given.wait);
        }
        out = out.subspan(given.made);
    }
    return {};
}

result<id_range> generate_range(id_source& source, std::uint64_t count, const wall_clock& clock,
                                std::chrono::nanoseconds patience) {
    if (count == 0) return error{errc::invalid_argument, "a range of 0 IDs was asked for; 1 or more are possible"};
    for (;;) {
        const range_grant given = source.try_range(count);
        if (given.range.count != 0) {
            if (given.wait > no_time) clock.rest(given.wait);
            return given.range;
        }
        if (!rest_after_refusal(given.wait, clock, patience)) return source.explain_refusal(given.why);
    }
}

} // namespace vesta
