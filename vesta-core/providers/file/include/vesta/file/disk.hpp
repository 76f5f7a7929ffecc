#pragma once

#include <vesta/base/result.hpp>
#include <vesta/time/instant.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::file {

/// The location of a file. That of a lock file tells a copied folder from the original (docs/state.md).
struct place {
    std::string host;        ///< 32 hexadecimal digits: a hash of the host's identifiers, or a container's own layer.
    std::uint64_t inode = 0; ///< The file's inode; 0 if it is not to be compared.
    std::int64_t born = 0;   ///< When the file was made, in unix nanoseconds; 0 if the file system does not tell.

    friend bool operator==(const place&, const place&) = default;
};

/// Whether both can be the same place. Members that either of them lacks are not compared.
bool same_place(const place& a, const place& b) noexcept;

/// The host's clocks at one moment.
struct clock_reading {
    std::string boot;                       ///< The UUID of the boot; empty if the system tells none.
    std::chrono::milliseconds since_boot{}; ///< Suspends included.
    unix_ms wall{};
    bool set = false; ///< As `wall_clock::is_set`.

    friend bool operator==(const clock_reading&, const clock_reading&) = default;
};

/// A file being written under a name of its own.
///
/// Lifetime: the destructor closes the file and leaves it there.
class new_file {
  public:
    virtual ~new_file() = default;

    /// Appends all of @p content; after an error, any part of it.
    virtual result<void> write(std::string_view content) = 0;

    /// Returns once the content survives a crash of the host. For the name, see `disk::sync_folder`.
    virtual result<void> sync() = 0;

    /// Checks that the file has the name @p called in its folder by now, and @p size bytes.
    ///
    /// Errors: `lease_lost`; `state_unusable` if the system cannot tell.
    virtual result<void> confirm(const std::string& called, std::size_t size) const = 0;
};

/// An exclusive lock on a file.
///
/// Lifetime: held until the object is destroyed or the process ends, by whatever cause.
class disk_lock {
  public:
    virtual ~disk_lock() = default;

    /// Checks that the lock still excludes others: the folder is still at its path, the file is still in it under its
    /// name, and the lock is ours.
    ///
    /// Errors: `lease_lost`; `state_unusable` if the system cannot tell.
    virtual result<void> confirm() const = 0;

    /// The location of the lock file.
    ///
    /// Errors: `state_unusable`.
    virtual result<place> where() const = 0;
};

/// All file operations of the file store in one folder, and all that it asks of the host. A port.
///
/// `open_disk` returns the real one; tests have one that loses unsynchronised writes and fails at any step. Names are
/// plain: no slash, no leading dot. A symbolic link is never followed; in place of a file it is refused.
///
/// Errors of every function: `state_unusable`, with the verb, the path and the system's reason. After an error the step
/// may or may not be done.
/// Thread-safety: none; use from one thread at a time.
class disk {
  public:
    virtual ~disk() = default;

    /// The folder, for error texts.
    virtual const std::filesystem::path& folder() const noexcept = 0;

    /// The names in the folder at one moment, in any order.
    virtual result<std::vector<std::string>> list() = 0;

    /// The content of a file of at most `largest_file` bytes, a longer one being an error; nothing if there is no such
    /// file.
    virtual result<std::optional<std::string>> read(const std::string& name) = 0;

    /// As `read`, of a file of any size.
    virtual result<std::optional<std::string>> read_all(const std::string& name) = 0;

    /// The location of the file @p name; nothing if there is no such file.
    virtual result<std::optional<place>> where(const std::string& name) = 0;

    /// Makes a file; an existing one is an error.
    virtual result<std::unique_ptr<new_file>> create(const std::string& name) = 0;

    /// Gives the file @p from the name @p to in one step. False if @p to is taken. @p from may or may not remain.
    virtual result<bool> link(const std::string& from, const std::string& to) = 0;

    /// Moves the file @p from to the name @p to in one step, whether or not @p to exists.
    virtual result<void> replace(const std::string& from, const std::string& to) = 0;

    /// Removes a name; a missing one is no error.
    virtual result<void> remove(const std::string& name) = 0;

    /// Returns once every name added or removed so far survives a crash of the host.
    virtual result<void> sync_folder() = 0;

    /// Locks the file @p name, which is made if it is missing. Does not wait.
    ///
    /// Errors: also `in_use`, naming the holder.
    virtual result<std::unique_ptr<disk_lock>> lock(const std::string& name) = 0;

    /// 32 random hexadecimal digits.
    virtual std::string unique() = 0;

    /// The host's clocks now.
    virtual clock_reading clocks() = 0;
};

/// The limit of `disk::read`, in bytes.
inline constexpr std::size_t largest_file = 16 * 1024;

/// The folder at @p path, made durably with all missing folders above it. Its last element may be a symbolic link only
/// if root or this process's user made it.
///
/// Errors: `state_unusable`.
result<std::unique_ptr<disk>> open_disk(const std::filesystem::path& path);

} // namespace vesta::file
