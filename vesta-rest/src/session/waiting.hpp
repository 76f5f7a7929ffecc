#pragma once

#include "session/session.hpp"

#include <vesta/net/ticket.hpp>
#include <vesta/source/batch_pacer.hpp>
#include <vesta/source/waiting.hpp>

#include <chrono>
#include <optional>
#include <vector>

namespace vesta::rest {

/// A request that waits for IDs, with those it has already. A batch passes its generator's pacer, a piece in a turn.
struct session::waiting {
    /// One that an attempt @p begun, for the IDs @p so_far, has left waiting.
    waiting(const id_order& what, const filling& begun, std::span<const id> so_far, services& server);
    /// A batch that has not begun.
    waiting(const id_order& what, services& server);

    /// Counts it among the requests in flight, if it is not yet. False if there are too many.
    bool take_off(services& server);
    /// It waits for its client, which must read earlier answers first, and no longer for its IDs.
    void land() noexcept;
    /// Makes another piece. True if the request goes on in another turn: at once, if there is no `pause`.
    bool goes_on();

    id_order order;
    std::vector<id> ids;
    filling fill;
    filling::state state = filling::state::wait;
    std::chrono::nanoseconds pause{0};
    std::chrono::steady_clock::time_point until;
    bool has_some = false; ///< Whether any IDs were made, which are lost if the request fails.

  private:
    void make_piece();

    std::optional<net::ticket> in_flight_;
    std::optional<std::chrono::steady_clock::time_point> landed_; // since when its client must read
    bool is_batch_ = false;
    std::chrono::nanoseconds queued_{0}; // at the pacer
};

} // namespace vesta::rest
