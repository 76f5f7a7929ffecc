#pragma once

#include <vesta/base/error.hpp>

#include <string_view>

namespace vesta::rpc::detail {

/// The error that a server's error reply stands for (docs/rpc-protocol.md).
error remote_error(std::string_view reply);

/// Whether another server may well answer where one refused with @p code.
bool may_differ_elsewhere(errc code) noexcept;

} // namespace vesta::rpc::detail
