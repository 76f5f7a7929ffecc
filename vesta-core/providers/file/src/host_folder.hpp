#pragma once

#include "descriptor.hpp"

#include <filesystem>

namespace vesta::file {

struct opened_host_folder {
    descriptor file;
    std::filesystem::path path;
};

/// The folder in which the processes of this host tell each other of their machine IDs: $VESTA_HOST_DIR, which is made
/// where it is missing; else the first of /run/lock and /tmp that every user may write to and in which nobody but root
/// may remove what others made; else @p otherwise. Error: `state_unusable`.
result<opened_host_folder> open_host_folder(const std::filesystem::path& otherwise);

} // namespace vesta::file
