#pragma once

#include <string_view>

namespace vesta::rest::http {

/// The trace-id in the header field `traceparent` (W3C Trace Context, 3.2): 32 hexadecimal digits. Empty where the
/// field is not valid; it is then to be ignored.
///
/// Lifetime: part of @p field.
std::string_view trace_id_of(std::string_view field) noexcept;

} // namespace vesta::rest::http
