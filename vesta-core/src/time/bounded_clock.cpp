#include <vesta/time/bounded_clock.hpp>

#include <algorithm>
#include <utility>

namespace vesta {

unix_ns bounded_clock::now() const noexcept {
    const unix_ns own = clock_.now();
    std::unique_lock guard{guard_};
    if (!told_) return own;
    const unix_ns store = told_->at(clock_.steady());
    // Reported from twice the bound on and taken back below the bound, so that a clock at the edge does not alternate.
    const bool apart = own - store > (apart_ ? ahead : 2 * ahead);
    const bool changed = std::exchange(apart_, apart) != apart;
    guard.unlock();
    if (changed) tell(own - store);
    return std::min(own, store + ahead);
}

void bounded_clock::store_says(unix_ms time) noexcept {
    const std::lock_guard guard{guard_};
    const auto at = clock_.steady();
    if (told_)
        told_->hear(time, at);
    else
        told_.emplace(time, at);
}

void bounded_clock::tell(std::chrono::nanoseconds ahead_of_store) const noexcept {
    if (!log_) return;
    try {
        if (ahead_of_store <= ahead)
            log_(severity::info, "the wall clock and the clock of the store that lends machine IDs agree again");
        else
            log_(severity::warning, "the wall clock is " +
                                        to_text(std::chrono::floor<std::chrono::seconds>(ahead_of_store)) +
                                        " ahead of the clock of the store that lends machine IDs, which time is "
                                        "reserved by: IDs go on by that "
                                        "one's. Set the clocks right");
    } catch (...) { // a line lost
    }
}

} // namespace vesta
