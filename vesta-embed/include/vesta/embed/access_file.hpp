#pragma once

#include <vesta/access/access_list.hpp>
#include <vesta/base/result.hpp>

#include <filesystem>
#include <string_view>

namespace vesta::embed {

/// Reads an access file from YAML text: docs/security.md. @p origin names it in errors; quotas go on where those of
/// @p before stood. Error: `invalid_settings` with origin, line and path, and what would be right.
result<access::access_list> parse_access(std::string_view yaml, std::string_view origin,
                                         const access::access_list* before = nullptr);

/// Reads it from @p file, which only its owner may change.
result<access::access_list> load_access(const std::filesystem::path& file, const access::access_list* before = nullptr);

} // namespace vesta::embed
