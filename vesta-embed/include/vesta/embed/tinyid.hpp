#pragma once

#include <vesta/base/result.hpp>
#include <vesta/embed/old_node.hpp>

#include <string>
#include <string_view>

namespace vesta::embed {

/// Translates the application.properties of TinyId's server into settings for this program: YAML with comments. @p
/// origin names the file in errors.
///
/// Makes a store of each of its databases, and a generator on the first, or on that of @p node. Leaves out the
/// passwords and names environment variables instead: TINYID_PRIMARY_PASSWORD for the database `primary`. Errors:
/// `invalid_settings`, with the line of the key.
result<std::string> settings_from_tinyid(std::string_view properties, std::string_view origin,
                                         const old_node& node = {});

} // namespace vesta::embed
