#pragma once

#include "api/views.hpp"
#include "http/served_hosts.hpp"
#include "metrics/scoreboard.hpp"

#include <vesta/access/gate.hpp>
#include <vesta/base/figures.hpp>
#include <vesta/catalogue/catalogue.hpp>
#include <vesta/net/program_state.hpp>
#include <vesta/net/request_log.hpp>
#include <vesta/net/server_state.hpp>
#include <vesta/rest/compatibility.hpp>
#include <vesta/rest/limits.hpp>
#include <vesta/rest/operations.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>

namespace vesta::rest {

/// The objects that the threads of one server share.
struct services {
    const catalogue& generators;
    limits limit{};
    compatibility manners = compatibility::own;
    std::function<figures()> further_figures{};
    operations operators{};
    access::gate* gate = nullptr; ///< Null: everybody may do everything.
    net::request_log* requests = nullptr;
    http::served_hosts hosts{};
    scoreboard board{};

    net::server_state state{}; ///< Its connections.
    std::atomic<std::size_t> requests_in_flight{0};

    std::shared_ptr<net::program_state> program = std::make_shared<net::program_state>();
    std::shared_ptr<snapshots> refresher = std::make_shared<snapshots>();
    /// A thread for what operators do with stores, and one for what they look for: it must not keep them from acting.
    std::shared_ptr<snapshots> desk = std::make_shared<snapshots>();
    std::shared_ptr<snapshots> searches = std::make_shared<snapshots>();
    /// For ranges that callers of TinyId's paths give out themselves: always the same one for a tag, whose row may be
    /// locked for long.
    std::array<std::shared_ptr<snapshots>, 4> ranges{std::make_shared<snapshots>(), std::make_shared<snapshots>(),
                                                     std::make_shared<snapshots>(), std::make_shared<snapshots>()};
    mutable views shown{*this, refresher}; ///< Getting a view makes it at times, from what is above.
};

} // namespace vesta::rest
