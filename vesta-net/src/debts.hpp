#pragma once

#include <vesta/net/memory_budget.hpp>

#include <cstddef>

namespace vesta::net {

class worker;

/// What the connections of one serving thread owe to the memory of the program.
///
/// Thread-safety: none; for the worker's thread only.
class debts {
  public:
    explicit debts(worker& owner);

    /// A connection that owed @p before now owes @p now.
    void change(std::size_t before, std::size_t now) noexcept { account_.change(before, now); }
    /// Whether a connection may have a turn. If not, the largest debtor of the program is being closed, perhaps the
    /// connection itself: ask again in another round.
    bool allow_turn() noexcept { return !account_.budget().is_short() || !account_.budget().collect(); }
    /// After a round: closes the largest debtors if that is for this thread to do.
    void settle() noexcept;
    /// The thread has ended.
    void close() noexcept { account_.close(); }

  private:
    std::size_t close_largest();

    worker& owner_;
    memory_account account_;
    unsigned rounds_ = 0;
};

} // namespace vesta::net
