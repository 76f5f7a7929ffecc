#include "session/filling.hpp"

#include <algorithm>

namespace vesta::rest {
namespace {

constexpr std::chrono::nanoseconds longest_pause = std::chrono::milliseconds{50};

} // namespace

/// A source that has nothing names its shortest wait. Thousands may wait for a store that is away, so that the pauses
/// grow with the time waited already: by an eighth of it, which is by how much an answer can come late.
std::chrono::nanoseconds filling::pause_after(std::chrono::nanoseconds wait) const noexcept {
    return std::min(std::max(wait, std::min(waited_ / 8, longest_pause)), patience_ - waited_);
}

filling::state filling::step() noexcept {
    constexpr std::chrono::nanoseconds no_time{0};
    while (!rest_.empty()) {
        const grant given = from_->try_generate(rest_);
        rest_ = rest_.subspan(given.made);
        if (given.made == 0) {
            why_ = given.why;
            if (given.wait <= no_time || waited_ >= patience_) return state::failed;
            pause_ = pause_after(given.wait);
            waited_ += pause_;
            return state::wait;
        }
        if (given.wait > no_time) {
            pause_ = given.wait; // the IDs are here already, but may not be let out before
            return state::wait;
        }
    }
    return state::done;
}

} // namespace vesta::rest
