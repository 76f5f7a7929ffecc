#pragma once

#include "descriptor.hpp"

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <string>

namespace vesta::file {

/// An exclusive lock on a file, held until the object goes or the process ends, however it ends.
///
/// An open-file-description lock: it belongs to the open file and not to the process, so two copies of this library in
/// one process exclude each other, and nobody gives it up by closing another descriptor of the file. It conflicts with
/// the record locks of version 0.1. A child made by fork() closes its copy, so that it keeps nothing from its parent's
/// successor (docs/decisions/0040-marks-by-link.md).
class file_lock {
  public:
    /// Locks the file @p name in @p folder, making it with @p mode where it is missing, and writes this process's ID
    /// into it. @p path is the file's, for errors. Errors: `in_use`, naming the holder's process ID; `state_unusable`.
    static result<file_lock> take(const descriptor& folder, const std::string& name, const std::filesystem::path& path,
                                  mode_t mode = 0644);

    file_lock(file_lock&&) noexcept;
    file_lock& operator=(file_lock&&) = delete;
    ~file_lock();

    /// Whether the lock still keeps others out: its file has its name in @p folder, and the lock is ours. Errors:
    /// `lease_lost`; `state_unusable` where the system cannot tell.
    result<void> confirm(const descriptor& folder) const;

    /// The locked file; negative in a forked child.
    int file() const noexcept;

  private:
    struct holding;
    explicit file_lock(std::unique_ptr<holding> held) noexcept;

    std::unique_ptr<holding> held_;
};

/// Whether somebody else holds a lock on @p file. Error: `state_unusable`.
result<bool> is_locked(int file, const std::filesystem::path& path);

} // namespace vesta::file
