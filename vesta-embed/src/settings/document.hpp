#pragma once

#include <yaml-cpp/yaml.h>

#include <string_view>

namespace vesta::embed {

/// The one document of a YAML text; a null node for an empty text. Throws a failure where a second document begins, and
/// YAML::Exception for what is not YAML. origin names the text in the message.
YAML::Node parse_document(std::string_view yaml, std::string_view origin);

} // namespace vesta::embed
