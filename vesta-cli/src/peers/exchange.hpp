#pragma once

#include <vesta/base/result.hpp>

#include <chrono>
#include <string>

namespace vesta::cli {

/// Asks the RPC server @p peer, a HOST:PORT, for `INFO machines`, after AUTH with @p password where that is not empty.
/// Blocks until it has answered, @p patience is over, or @p stop, a descriptor, is readable. Errors:
/// `store_unavailable` for a peer that does not answer; `invalid_settings` for one that refuses.
result<std::string> ask_for_machines(const std::string& peer, const std::string& password,
                                     std::chrono::milliseconds patience, int stop);

} // namespace vesta::cli
