#pragma once

#include <vesta/base/result.hpp>

#include <string>
#include <string_view>

namespace vesta::embed {

/// The settings that do here what a leaf.properties does there, as YAML with comments; @p origin names it in errors.
/// Keys are those of Leaf, of its starter (leaf.segment.url, leaf.snowflake.address) and of the fork that has
/// leaf.snowflake.mode. The password is not in it: the environment variable LEAF_JDBC_PASSWORD is named instead.
/// Error: `invalid_settings`, with the line of the key.
result<std::string> settings_from_leaf(std::string_view properties, std::string_view origin);

} // namespace vesta::embed
