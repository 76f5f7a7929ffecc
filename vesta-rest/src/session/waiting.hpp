#pragma once

#include "session/session.hpp"

#include <vesta/net/ticket.hpp>
#include <vesta/source/waiting.hpp>

#include <chrono>
#include <vector>

namespace vesta::rest {

/// A request that waits for IDs, with those it has already.
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
    net::ticket place;
};

} // namespace vesta::rest
