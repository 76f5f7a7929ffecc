#pragma once

#include <vesta/file/disk.hpp>

#include <sys/types.h>

#include <string>
#include <string_view>

namespace vesta::file {

/// The `upperdir=` of the overlay mount with device number @p device in the text of /proc/self/mountinfo: a container's
/// own layer. Empty if there is none.
std::string upper_folder(std::string_view mountinfo, dev_t device);

/// The place of the open lock file @p file in the open folder @p folder. @p path is the folder's, for errors.
///
/// Errors: `state_unusable`.
result<place> place_of(int folder, int file, const std::filesystem::path& path);

/// The UUID of this boot; empty if the system tells none.
std::string boot_id();

} // namespace vesta::file
