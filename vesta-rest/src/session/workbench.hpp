#pragma once

#include "api/services.hpp"
#include "http/date.hpp"
#include "http/request_parser.hpp"
#include "http/target.hpp"
#include "metrics/stopwatch.hpp"
#include "session/request_note.hpp"

#include <vesta/id/id.hpp>
#include <vesta/net/turn_budget.hpp>

#include <string>
#include <vector>

namespace vesta::rest {

/// Shared by the sessions of one serving thread: memory that each uses for a moment, and the thread's tally.
struct workbench {
    services& server;
    tally& counts;
    http::parse_limits parse{server.limit.header_bytes, server.limit.header_fields, server.limit.body_bytes};
    stopwatch watch{counts};
    net::turn_budget budget{}; ///< Of the turn under way.
    http::date_field date{};
    http::target target{};
    std::string host{}; ///< That was found to be served last.
    std::string content{};
    std::vector<id> ids{};
    request_note last{};           ///< The request answered last, and
    const void* last_of = nullptr; ///< its session, which may be gone.
};

} // namespace vesta::rest
