#pragma once

#include "session/session.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <vector>

namespace vesta::rest {

/// A place among a limited number, given back when it goes out of scope.
class ticket {
  public:
    explicit ticket(std::atomic<std::size_t>& taken) noexcept
        : taken_{taken}, number_{taken.fetch_add(1, std::memory_order_relaxed) + 1} {}
    ticket(const ticket&) = delete;
    ticket& operator=(const ticket&) = delete;
    ~ticket() { taken_.fetch_sub(1, std::memory_order_relaxed); }

    bool within(std::size_t limit) const noexcept { return number_ <= limit; }

  private:
    std::atomic<std::size_t>& taken_;
    const std::size_t number_;
};

/// A request that waits for its IDs, with those it has.
struct session::waiting {
    waiting(const id_order& what, const filling& state, std::span<const id> so_far, services& server)
        : order{what}, ids(so_far.begin(), so_far.end()), fill{state},
          until{std::chrono::steady_clock::now() + server.limit.serve}, place{server.requests_in_flight} {
        fill.move_to(ids);
    }

    id_order order;
    std::vector<id> ids;
    filling fill;
    std::chrono::steady_clock::time_point until;
    ticket place;
};

} // namespace vesta::rest
