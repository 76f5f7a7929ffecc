#pragma once

#include <vesta/base/descriptor.hpp>
#include <vesta/base/result.hpp>

#include <filesystem>

namespace vesta::file {

struct opened_host_folder {
    descriptor file;
    std::filesystem::path path;
};

/// The folder in which the processes of this host enter their machine IDs: $VESTA_HOST_DIR, made if it is missing; else
/// the first of /run/lock and /tmp where every user may write and only root may remove another's files; else @p
/// otherwise.
///
/// Errors: `state_unusable`.
result<opened_host_folder> open_host_folder(const std::filesystem::path& otherwise);

} // namespace vesta::file
