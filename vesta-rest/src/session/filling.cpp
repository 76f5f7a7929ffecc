#include "session/filling.hpp"

#include <vesta/generate/retry_pause.hpp>

#include <algorithm>

namespace vesta::rest {

filling::state filling::step() noexcept {
    constexpr std::chrono::nanoseconds no_time{0};
    while (!rest_.empty()) {
        const grant given = from_->try_generate(rest_);
        rest_ = rest_.subspan(given.made);
        if (given.made == 0) {
            why_ = given.why;
            if (given.wait <= no_time || waited_ >= patience_) return state::failed;
            pause_ = std::min(retry_pause(given.wait, waited_), patience_ - waited_);
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
