#pragma once

#include <vesta/base/result.hpp>

#include <filesystem>
#include <string>

namespace vesta::embed {

/// The content of a text file of at most 1 MiB.
///
/// Errors: `invalid_settings`, "cannot read <file>: <the system's reason>".
result<std::string> read_text_file(const std::filesystem::path& file);

} // namespace vesta::embed
