#pragma once

#include <vesta/file/disk.hpp>

#include <sys/types.h>

#include <string>
#include <string_view>

namespace vesta::file {

/// The `upperdir=` of the overlay mount with device number @p device in the text of /proc/self/mountinfo: the layer
/// that a container has for itself. Empty where there is none.
std::string upper_folder(std::string_view mountinfo, dev_t device);

/// Where the open lock file @p file in the open folder @p folder is. @p path is the folder's, for errors.
/// Error: `state_unusable`.
result<place> place_of(int folder, int file, const std::filesystem::path& path);

/// The UUID of this boot; empty where the system tells none.
std::string boot_id();

} // namespace vesta::file
