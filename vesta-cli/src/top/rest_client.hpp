#pragma once

#include <vesta/base/result.hpp>
#include <vesta/tls/options.hpp>

#include <boost/json/value.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace vesta::cli {

/// How `vesta top` reaches a REST server.
struct rest_address {
    std::string server;                     ///< HOST:PORT or unix:PATH
    std::optional<tls::client_options> tls; ///< None: in the open.
    std::string token;                      ///< Empty: none is shown.
};

/// Asks a REST server, with a connection for each question. Blocks until it answers, or @p patience is over, except for
/// the look-up of its name.
///
/// Errors: `store_unavailable` where nobody answers, or no REST server; `not_authenticated`, `not_permitted` and
/// `not_found` as it says, and `invalid_argument` for other refusals; those of `server_link::connect`.
/// Returns the JSON of @p path.
result<boost::json::value> ask_rest(const rest_address& at, const std::string& path,
                                    std::chrono::milliseconds patience);

} // namespace vesta::cli
