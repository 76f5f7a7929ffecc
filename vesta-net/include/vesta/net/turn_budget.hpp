#pragma once

#include <chrono>

namespace vesta::net {

/// How much a connection may do in one turn: 64 requests, or those that begin within a millisecond.
///
/// The clock is asked once for eight requests only, so a turn of one request does not pay for it.
/// Thread-safety: none; belongs to one turn.
class turn_budget {
  public:
    using clock = std::chrono::steady_clock;

    static constexpr unsigned most_requests = 64;
    static constexpr std::chrono::milliseconds longest{1};

    /// Counts a request that is about to be answered. False if the turn has to end first.
    bool spend() noexcept {
        if (left_ == 0) return false;
        --left_;
        return left_ % between_looks != 0 || in_time();
    }
    /// Counts further work of the present request, worth @p requests.
    void charge(unsigned requests) noexcept { left_ -= requests < left_ ? requests : left_; }

  private:
    static constexpr unsigned between_looks = 8;

    bool in_time() noexcept {
        const auto now = clock::now();
        if (until_ == clock::time_point{}) until_ = now + longest;
        if (now >= until_) left_ = 0;
        return left_ != 0;
    }

    unsigned left_ = most_requests;
    clock::time_point until_{};
};

} // namespace vesta::net
