#include <vesta/source/waiting.hpp>

namespace vesta {

filling::state filling::step() noexcept {
    has_got_ = false;
    while (!rest_.empty()) {
        const grant given = from_->try_generate(rest_);
        rest_ = rest_.subspan(given.made);
        has_got_ = has_got_ || given.made != 0;
        if (given.made == 0) {
            why_ = given.why;
            pause_ = next_pause(given.wait, waited_, patience_);
            return pause_ > no_time ? state::wait : state::failed;
        }
        held_back_ = given.wait;
        if (given.wait > no_time) {
            pause_ = given.wait; // the IDs are here already, but may not be let out before
            return state::wait;
        }
    }
    return state::done;
}

result<void> generate_all(id_source& source, std::span<id> out, const wall_clock& clock,
                          std::chrono::nanoseconds patience) {
    for (filling fill{source, out, patience};; clock.rest(fill.pause())) {
        const auto state = fill.step();
        if (state == filling::state::done) return {};
        if (state == filling::state::failed) return fill.why();
    }
}

result<id_range> generate_range(id_source& source, std::uint64_t count, const wall_clock& clock,
                                std::chrono::nanoseconds patience) {
    if (count == 0) return error{errc::invalid_argument, "a range has at least 1 ID; 0 were asked for"};
    for (std::chrono::nanoseconds waited{0};;) {
        const range_grant given = source.try_range(count);
        const bool made = given.range.count != 0;
        const auto pause = made ? given.wait : next_pause(given.wait, waited, patience);
        if (!made && pause == no_time) return source.explain_refusal(given.why);
        if (pause > no_time) clock.rest(pause);
        if (made) return given.range;
    }
}

} // namespace vesta
