#pragma once

#include <vesta/time/instant.hpp>

#include <optional>
#include <string_view>

namespace vesta::http {

/// The instant in a header Date: Sun, 06 Nov 1994 08:49:37 GMT (RFC 9110, section 5.6.7, IMF-fixdate). Nothing for
/// another form.
std::optional<unix_ms> read_http_date(std::string_view text);

} // namespace vesta::http
