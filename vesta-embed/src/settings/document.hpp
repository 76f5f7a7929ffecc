#pragma once

#include <vesta/base/error.hpp>

#include <yaml-cpp/yaml.h>

#include <string_view>

namespace vesta::embed {

/// The one document of a YAML text; a null node for an empty text. @p origin names the text in errors.
///
/// Errors: throws `failure` for a second document, and YAML::Exception for malformed YAML.
YAML::Node parse_document(std::string_view yaml, std::string_view origin);

/// What the exception that is being handled says of a document: what reading it throws, on one line.
error error_of_document(std::string_view origin);

} // namespace vesta::embed
