#include <vesta/generate/id_source.hpp>

#include <algorithm>

namespace vesta {

range_grant id_source::try_block(std::uint64_t) noexcept {
    return {{}, std::chrono::nanoseconds{0}, errc::invalid_argument};
}

result<void> generate_all(id_source& source, std::span<id> out, const wall_clock& clock,
                          std::chrono::nanoseconds patience) {
    constexpr std::chrono::nanoseconds no_time{0};
    while (!out.empty()) {
        const grant given = source.try_generate(out);
        if (given.made == 0 && (given.wait <= no_time || patience <= no_time)) return source.explain_refusal(given.why);
        if (given.wait > no_time) {
            const auto pause = given.made != 0 ? given.wait : std::min(given.wait, patience);
            clock.rest(pause);
            if (given.made == 0) patience -= pause;
        }
        out = out.subspan(given.made);
    }
    return {};
}

} // namespace vesta
