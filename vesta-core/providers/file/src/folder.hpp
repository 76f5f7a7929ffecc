#pragma once

#include "descriptor.hpp"

#include <filesystem>

namespace vesta::file {

/// Makes @p folder, an absolute path, and what lies above it where they are missing, durably. Error: `state_unusable`.
result<void> make_folder(const std::filesystem::path& folder);

/// Opens a folder. Its last element may be a symbolic link where root or this process's user made it, as systemd does
/// for a unit with DynamicUser; anybody else's is refused. Error: `state_unusable`.
result<descriptor> open_folder(const std::filesystem::path& folder);

} // namespace vesta::file
