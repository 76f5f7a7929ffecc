#pragma once

#include <vesta/base/result.hpp>
#include <vesta/embed/old_node.hpp>

#include <string>
#include <string_view>

namespace vesta::embed {

/// Translates the properties of Vesta for Java into settings for this program: YAML with comments. @p layout is the
/// scheme of its IDs: vesta, vesta-2018 or vesta-2015. The place of @p node is written where the machine ID goes by it.
/// @p origin names the file in errors.
///
/// Knows the keys of its properties files (vesta.machine, ...) and those of its Spring bean (machineId, ...). Leaves
/// out the password and names the environment variable VESTA_DB_PASSWORD instead. Errors: `invalid_settings`, with the
/// line of the key: for what cannot be carried over without danger, too.
result<std::string> settings_from_vesta(std::string_view properties, std::string_view origin, std::string_view layout,
                                        const old_node& node = {});

} // namespace vesta::embed
