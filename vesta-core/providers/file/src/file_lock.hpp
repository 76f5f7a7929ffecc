#pragma once

#include <vesta/base/descriptor.hpp>
#include <vesta/base/result.hpp>

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <string>

namespace vesta::file {

/// An exclusive lock on a file.
///
/// An open-file-description lock: it belongs to the open file, not to the process. So two copies of this library in one
/// process exclude each other, and closing another descriptor of the file does not release it. It conflicts with the
/// record locks of version 0.1. A child made by fork() closes its copy, so that it does not block its parent's
/// successor (docs/decisions/0040-marks-by-link.md).
///
/// Lifetime: held until the object is destroyed or the process ends, by whatever cause.
class file_lock {
  public:
    /// Locks the file @p name in @p folder, which is made with @p mode if it is missing, and writes this process's ID
    /// into it. @p path is the file's path, for errors.
    ///
    /// Errors: `in_use`, naming the holder's process ID; `state_unusable`.
    static result<file_lock> take(const descriptor& folder, const std::string& name, const std::filesystem::path& path,
                                  mode_t mode = 0644);

    file_lock(file_lock&&) noexcept;
    file_lock& operator=(file_lock&&) = delete;
    ~file_lock();

    /// Checks that the lock still excludes others: its file has its name in @p folder, and the lock is ours.
    ///
    /// Errors: `lease_lost`; `state_unusable` if the system cannot tell.
    result<void> confirm(const descriptor& folder) const;

    /// The locked file; negative in a forked child.
    int file() const noexcept;

  private:
    struct holding;
    explicit file_lock(std::unique_ptr<holding> held) noexcept;

    std::unique_ptr<holding> held_;
};

/// Whether another process holds a lock on @p file.
///
/// Errors: `state_unusable`.
result<bool> is_locked(int file, const std::filesystem::path& path);

} // namespace vesta::file
