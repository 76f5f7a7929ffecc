#pragma once

#include <vesta/base/result.hpp>
#include <vesta/embed/old_node.hpp>

#include <string>
#include <string_view>

namespace vesta::embed {

/// Translates a leaf.properties into settings for this program: YAML with comments. @p origin names the file in errors.
///
/// Knows the keys of Leaf, of its starter (leaf.segment.url, leaf.snowflake.address) and of the fork that has
/// leaf.snowflake.mode. With the place of @p node they are the settings of that node alone, for its first start: they
/// name the file in which its Leaf kept the worker ID. Leaves out the password and names the environment variable
/// LEAF_JDBC_PASSWORD instead. Errors: `invalid_settings`, with the line of the key.
result<std::string> settings_from_leaf(std::string_view properties, std::string_view origin, const old_node& node = {});

} // namespace vesta::embed
