#pragma once

#include <vesta/base/error.hpp>

#include <string_view>

namespace vesta::rpc::detail {

/// The error that a server's error reply stands for (docs/rpc-protocol.md).
error remote_error(std::string_view reply);

/// As `remote_error`, for the answer to HELLO, to be read behind the server's address: `invalid_settings` where it is
/// about the password, with what would be right.
error greeting_refusal(std::string_view reply);

/// Whether another server may well answer where one refused with @p code.
bool may_differ_elsewhere(errc code) noexcept;

} // namespace vesta::rpc::detail
