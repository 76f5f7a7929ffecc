#include "debts.hpp"

#include "worker.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <exception>
#include <vector>

namespace vesta::net {

debts::debts(worker& owner) : owner_{owner}, account_{owner.how().program->memory(), [&owner] { wake(owner); }} {}

void debts::settle() noexcept {
    constexpr unsigned rarely = 16; // rounds: each change of ours looks by itself, and what others hold grows slowly
    if (account_.budget().is_short() || ++rounds_ % rarely == 0) account_.budget().collect();
    if (!account_.is_due()) return;
    std::size_t largest = 0;
    try {
        largest = close_largest();
    } catch (const std::exception& why) { // no memory for the list: the next turn tries again
        owner_.failed(why.what());
    }
    account_.collected(largest);
}

/// Closes the connections that owe most, until the budget has some room again, unless another thread has larger
/// debtors. Returns the largest debt that is left.
std::size_t debts::close_largest() {
    std::vector<connection*> debtors;
    for (roster::list& each : owner_.filing().all())
        for (connection& one : each)
            if (one.owes() >= memory_budget::worth_closing) debtors.push_back(&one);
    std::ranges::sort(debtors, std::ranges::greater{}, &connection::owes);
    memory_budget& budget = account_.budget();
    if (debtors.empty()) return 0;
    if (const std::size_t largest = debtors.front()->owes(); budget.has_larger(account_, largest)) return largest;
    const std::size_t excess = budget.excess();
    std::size_t freed = 0;
    auto next = debtors.begin();
    for (; next != debtors.end() && freed < excess; ++next) {
        freed += (*next)->owes();
        (*next)->forfeit();
        budget.closed.fetch_add(1, std::memory_order_relaxed);
    }
    const std::size_t largest = next == debtors.end() ? 0 : (*next)->owes();
    owner_.filing().release();
    return largest;
}

} // namespace vesta::net
