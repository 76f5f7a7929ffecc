#pragma once

#include "safe_file.hpp"

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <utility>

namespace vesta::file {

/// An exclusive lock on a file, held by this process until the object goes or the process ends, however it ends.
///
/// A POSIX record lock: a forked child does not inherit it, the system knows and tells the holder's process ID, and it
/// works on NFS. Its weakness, that closing any descriptor of the file gives it up, is met by a register of the files
/// this process holds, none of which is opened twice, and by `confirm`.
class file_lock {
  public:
    /// Errors: `in_use`, naming the holder's process ID; `state_unusable`.
    static result<file_lock> take(const std::filesystem::path& path);

    file_lock(file_lock&& other) noexcept;
    file_lock& operator=(file_lock&&) = delete;
    ~file_lock();

    /// Whether the lock still keeps others out: its file is the one at its path, and the lock is ours, taken again
    /// where something gave it up unnoticed. Errors: `lease_lost`; `state_unusable` where the system cannot tell.
    result<void> confirm() const;

  private:
    using identity = std::pair<dev_t, ino_t>;

    file_lock(descriptor file, std::filesystem::path path, identity which) noexcept;

    descriptor file_;
    std::filesystem::path path_;
    identity which_;
    std::uint32_t born_in_;
    bool registered_ = true;
};

} // namespace vesta::file
