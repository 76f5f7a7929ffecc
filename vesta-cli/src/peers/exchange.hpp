#pragma once

#include <vesta/base/result.hpp>

#include <chrono>
#include <stop_token>
#include <string>

namespace vesta::cli {

/// Asks the RPC server @p peer, a HOST:PORT, for `INFO machines`, after AUTH if @p password is not empty. Blocks until
/// it answers, @p patience is over, or @p stop is requested, also while a name server takes its time.
///
/// Errors: `store_unavailable` for a peer that does not answer; `invalid_settings` for one that refuses.
result<std::string> ask_for_machines(const std::string& peer, const std::string& password,
                                     std::chrono::milliseconds patience, const std::stop_token& stop);

} // namespace vesta::cli
