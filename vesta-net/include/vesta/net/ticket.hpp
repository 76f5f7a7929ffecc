#pragma once

#include <atomic>
#include <cstddef>
#include <utility>

namespace vesta::net {

/// One of a limited number of tickets, given back by the destructor.
///
/// Thread-safety: tickets may be drawn from any thread; each belongs to one.
class ticket {
  public:
    /// @p taken counts the tickets that are out.
    ///
    /// Lifetime: @p taken outlives the ticket.
    explicit ticket(std::atomic<std::size_t>& taken) noexcept
        : taken_{&taken}, number_{taken.fetch_add(1, std::memory_order_relaxed) + 1} {}
    ticket(ticket&& other) noexcept : taken_{std::exchange(other.taken_, nullptr)}, number_{other.number_} {}
    ticket& operator=(ticket&&) = delete;
    ~ticket() { give_back(); }

    /// Whether at most @p limit tickets were out, this one included.
    bool within(std::size_t limit) const noexcept { return number_ <= limit; }
    /// Gives it back early. Later calls do nothing.
    void give_back() noexcept {
        if (taken_ != nullptr) std::exchange(taken_, nullptr)->fetch_sub(1, std::memory_order_relaxed);
    }

  private:
    std::atomic<std::size_t>* taken_;
    std::size_t number_;
};

} // namespace vesta::net
