#pragma once

#include "plan.hpp"

#include <mutex>

namespace vesta::detail {

/// A populator that applies the rules under a lock.
template <class Lock, class Rules>
class locked_populator final : public populator {
  public:
    locked_populator(const Rules& by, std::uint64_t first) noexcept : rules_{by}, state_{by.start(first)} {}

    claim populate(unix_ns now, std::uint64_t wanted, readiness mode) noexcept override {
        const std::lock_guard guard{lock_};
        if (closed_) return {.why = refusal::closed};
        const auto step = rules_.plan(state_, now, wanted, mode);
        if (step.why != refusal::none) return step.answer();
        state_.next = step.end();
        state_.own = step.own;
        state_.backlog_until = step.backlog_until;
        return step.answer();
    }

    void raise_limit(std::uint64_t limit) noexcept override {
        const std::lock_guard guard{lock_};
        state_.limit = std::max(state_.limit, limit);
    }

    std::uint64_t close() noexcept override {
        const std::lock_guard guard{lock_};
        closed_ = true;
        return state_.next;
    }

    std::uint64_t next() const noexcept override {
        const std::lock_guard guard{lock_};
        return state_.next;
    }

  private:
    const Rules rules_;
    mutable Lock lock_;
    typename Rules::state state_;
    bool closed_ = false;
};

} // namespace vesta::detail
