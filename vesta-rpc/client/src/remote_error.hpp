#pragma once

#include <vesta/base/error.hpp>

#include <string_view>

namespace vesta::rpc::detail {

/// Translates a server's error reply (docs/rpc-protocol.md).
error remote_error(std::string_view reply);

/// As `remote_error`, for the answer to HELLO; its message follows the server's address. `invalid_settings` if it
/// concerns the password, with the remedy.
error greeting_refusal(std::string_view reply);

/// Whether another server may answer if one refused with @p code.
bool may_differ_elsewhere(errc code) noexcept;

} // namespace vesta::rpc::detail
