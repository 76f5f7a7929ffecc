#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vesta::etcd {

/// Base64 with padding (RFC 4648, section 4), as etcd's JSON has keys and values.
std::string to_base64(std::string_view bytes);
/// Nothing if the text is not base64.
std::optional<std::string> from_base64(std::string_view text);

} // namespace vesta::etcd
