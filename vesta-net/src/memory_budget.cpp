#include <vesta/net/memory_budget.hpp>

#include <algorithm>
#include <utility>

namespace vesta::net {

std::size_t memory_budget::used() const noexcept {
    const auto held = static_cast<std::size_t>(std::max<std::int64_t>(used_.load(std::memory_order_relaxed), 0));
    return held + (others_ ? std::min(others_(), limit_ / 2) : 0);
}

std::size_t memory_budget::excess() const noexcept {
    const std::size_t eased = limit_ - limit_ / 8;
    return used() > eased ? used() - eased : 0;
}

bool memory_budget::has_larger(const memory_account& one, std::size_t debt) {
    const std::lock_guard lock{guard_};
    return std::ranges::any_of(accounts_, [&](const memory_account* each) {
        return each != &one && each->largest_.load(std::memory_order_relaxed) > debt;
    });
}

bool memory_budget::look() noexcept {
    const bool now = is_exceeded();
    if (is_short() != now) is_short_.store(now, std::memory_order_relaxed);
    return now;
}

bool memory_budget::collect() noexcept {
    if (!look()) return false;
    const std::lock_guard lock{guard_};
    const auto debtor = std::ranges::max_element(
        accounts_, {}, [](const memory_account* each) { return each->largest_.load(std::memory_order_relaxed); });
    if (debtor == accounts_.end() || (*debtor)->largest_ < worth_closing) return false;
    if ((*debtor)->is_due_.exchange(true)) return true;
    try {
        (*debtor)->collect_();
        return true;
    } catch (const std::exception&) { // no memory to tell it: the next turn tries again
        (*debtor)->is_due_ = false;
        return false;
    }
}

memory_account::memory_account(memory_budget& of, std::function<void()> collect)
    : budget_{of}, collect_{std::move(collect)} {
    const std::lock_guard lock{budget_.guard_};
    budget_.accounts_.push_back(this);
}

void memory_account::close() noexcept {
    const std::lock_guard lock{budget_.guard_};
    std::erase(budget_.accounts_, this);
}

memory_account::~memory_account() {
    close();
    budget_.used_.fetch_sub(told_, std::memory_order_relaxed);
}

void memory_account::tell() noexcept {
    budget_.used_.fetch_add(held_ - std::exchange(told_, held_), std::memory_order_relaxed);
    budget_.look();
}

void memory_account::collected(std::size_t largest) noexcept {
    tell();
    largest_.store(largest, std::memory_order_relaxed);
    is_due_ = false;
}

} // namespace vesta::net
