#pragma once

#include <string_view>

namespace vesta::rest::http {

/// Whether @p value can be a Host field's: a host with or without a port, or nothing (RFC 9112, 3.2).
bool is_host(std::string_view value) noexcept;

} // namespace vesta::rest::http
