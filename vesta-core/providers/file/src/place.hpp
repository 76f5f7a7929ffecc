#pragma once

#include <vesta/file/disk.hpp>

#include <sys/types.h>

#include <optional>
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

/// A place in a line of state: host, inode and birth, with blanks between them (docs/state.md).
std::string place_text(const place& where);

/// What `place_text` wrote; nothing where @p text is anything else.
std::optional<place> read_place(std::string_view text);

/// The UUID of this boot; empty if the system tells none.
std::string boot_id();

} // namespace vesta::file
