#pragma once

#include <vesta/base/descriptor.hpp>
#include <vesta/base/result.hpp>

#include <filesystem>
#include <string>
#include <string_view>

namespace vesta::file {

/// "cannot <verb> <path>: <the system's reason>", with errno.
error system_error(std::string_view verb, const std::filesystem::path& path);

/// Writes all of @p content at the file's position. Error: `state_unusable`.
result<void> write_all(const descriptor& file, std::string_view content, const std::filesystem::path& path);

/// Opens the file @p name in @p folder for reading; not open if there is no such name. A link is refused.
///
/// Errors: `state_unusable`.
result<descriptor> open_to_read(const descriptor& folder, const std::string& name, const std::filesystem::path& path);

/// The content of a file of at most `largest_file` bytes.
///
/// Errors: `state_unusable`.
result<std::string> read_whole(const descriptor& file, const std::filesystem::path& path);

/// The content of a file of any size.
///
/// Errors: `state_unusable`.
result<std::string> read_to_end(const descriptor& file, const std::filesystem::path& path);

} // namespace vesta::file
