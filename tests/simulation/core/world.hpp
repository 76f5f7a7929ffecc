#pragma once

#include "support/random.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace vesta::testing {

/// The true time of a simulation, and what happens in it: actions in the order of their times, one after the other in
/// one thread. Everything that is random comes from one seed, so that a run can be repeated.
class world {
  public:
    using duration = std::chrono::nanoseconds;

    explicit world(std::uint64_t seed) : random{seed} {}

    duration now() const noexcept { return now_; }

    /// Has @p action happen after @p delay.
    void after(duration delay, std::function<void()> action) {
        events_.push({now_ + delay, next_number_++, std::move(action)});
    }

    /// Lets @p span pass, with all that happens in it. May be called from within an action, whose caller then finds
    /// that time went on: a call that blocks.
    void pass(duration span) {
        const duration end = now_ + span;
        ++depth_;
        while (!events_.empty() && events_.top().at <= end) {
            const event next = events_.top();
            events_.pop();
            now_ = std::max(now_, next.at);
            next.action();
        }
        --depth_;
        now_ = std::max(now_, end);
    }

    /// How many calls to `pass` are under way.
    int depth() const noexcept { return depth_; }

    random_source random;

  private:
    struct event {
        duration at;
        std::uint64_t number; // what was scheduled first happens first
        std::function<void()> action;

        friend bool operator<(const event& one, const event& other) {
            return std::pair{one.at, one.number} > std::pair{other.at, other.number};
        }
    };

    duration now_{0};
    std::uint64_t next_number_ = 0;
    int depth_ = 0;
    std::priority_queue<event> events_;
};

} // namespace vesta::testing
