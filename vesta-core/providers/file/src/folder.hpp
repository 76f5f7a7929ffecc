#pragma once

#include <vesta/base/descriptor.hpp>
#include <vesta/base/result.hpp>

#include <filesystem>

namespace vesta::file {

/// Makes @p folder, an absolute path, and missing folders above it, durably.
///
/// Errors: `state_unusable`.
result<void> make_folder(const std::filesystem::path& folder);

/// Opens a folder. Its last element may be a symbolic link made by root or this process's user, as systemd makes one
/// for a unit with DynamicUser.
///
/// Errors: `state_unusable`, also for another user's link.
result<descriptor> open_folder(const std::filesystem::path& folder);

} // namespace vesta::file
