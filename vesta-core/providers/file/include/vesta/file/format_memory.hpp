#pragma once

#include <vesta/base/log.hpp>
#include <vesta/base/result.hpp>

#include <filesystem>
#include <string_view>

namespace vesta::file {

/// Keeps the format of @p tag in the file at @p path, unless another is kept there already. docs/state.md has the
/// format of the file.
///
/// @p what is one line: all that must not change, so that no text is given twice. A file that cannot be written is
/// reported to @p log, and a later change is not noticed then.
///
/// Errors: `invalid_settings` for a format that was changed; `state_unusable` for a damaged file.
result<void> keep_format(std::filesystem::path path, std::string_view tag, std::string_view what, log_sink log);

} // namespace vesta::file
