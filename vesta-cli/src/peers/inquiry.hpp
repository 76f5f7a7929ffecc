#pragma once

#include <vesta/base/result.hpp>
#include <vesta/tls/options.hpp>

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>

namespace vesta::cli {

/// How a server makes itself known to its peers.
struct introduction {
    std::string password; ///< For AUTH; empty: none is sent.
    /// None: in the open. The files are read for every question, so that renewed ones are taken.
    std::optional<tls::client_options> tls{};
};

/// Asks the RPC server @p peer, a HOST:PORT, for `INFO machines`. Blocks until it answers, @p patience is over, or
/// @p stop is requested, also while a name server takes its time.
///
/// Errors: `store_unavailable` for a peer that does not answer; `invalid_settings` for one that refuses.
result<std::string> ask_for_machines(const std::string& peer, const introduction& by,
                                     std::chrono::milliseconds patience, const std::stop_token& stop);

} // namespace vesta::cli
