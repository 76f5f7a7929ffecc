#pragma once

#include <vesta/base/result.hpp>
#include <vesta/time/instant.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::file {

/// Where a lock file is, so that a copy of its folder is told from the original (docs/state.md).
struct place {
    std::string host;        ///< 32 hexadecimal digits: a hash of what names the host, or a container's own layer.
    std::uint64_t inode = 0; ///< The lock file's number in its file system; 0 where it is not to be compared.
    std::int64_t born = 0;   ///< When the lock file was made, in unix nanoseconds; 0 where the file system keeps none.

    friend bool operator==(const place&, const place&) = default;
};

/// Whether both may be one place: what either of them does not tell is not compared.
bool same_place(const place& a, const place& b) noexcept;

/// This host's clocks at one moment.
struct clock_reading {
    std::string boot;                       ///< The boot's UUID; empty where the system tells none.
    std::chrono::milliseconds since_boot{}; ///< By a clock that nobody sets and that counts suspend.
    unix_ms wall{};

    friend bool operator==(const clock_reading&, const clock_reading&) = default;
};

/// A file that is being made under a name of its own. Destroying it closes it and leaves what there is of it.
class new_file {
  public:
    virtual ~new_file() = default;

    /// Appends all of @p content. On an error nobody knows how much of it is there.
    virtual result<void> write(std::string_view content) = 0;

    /// Returns when what was written survives a crash of the host. Not its name: see `disk::sync_folder`.
    virtual result<void> sync() = 0;
};

/// An exclusive lock on a file, held until the object goes or its process ends, however it ends.
class disk_lock {
  public:
    virtual ~disk_lock() = default;

    /// Whether it still keeps others out: its file is the one of that name in the folder, the folder is the one at its
    /// path, and the lock is ours. Errors: `lease_lost`; `state_unusable` where the system cannot tell.
    virtual result<void> confirm() const = 0;

    /// Where its file is. Error: `state_unusable`.
    virtual result<place> where() const = 0;
};

/// All that the file store does to one folder, and all it asks its host. A port: `open_disk` gives the real one, tests
/// have one that loses what was not synchronised and fails at any step. Names are plain: no slash, no dot in front.
/// A symbolic link is never followed; it is refused wherever a file is expected. Used by one thread at a time.
///
/// Error of everything: `state_unusable`, with the verb, the path and the system's reason. After an error nobody knows
/// whether it was done.
class disk {
  public:
    virtual ~disk() = default;

    /// The folder, for error texts.
    virtual const std::filesystem::path& folder() const noexcept = 0;

    /// The names in the folder at one moment, in any order.
    virtual result<std::vector<std::string>> list() = 0;

    /// The whole of a small file, or nothing where there is none. An error for more than `largest_file` bytes.
    virtual result<std::optional<std::string>> read(const std::string& name) = 0;

    /// Makes a file that is not there yet.
    virtual result<std::unique_ptr<new_file>> create(const std::string& name) = 0;

    /// Gives the file @p from the name @p to, in one step, unless something has that name: then the answer is false.
    /// Whether it keeps its old name is not said.
    virtual result<bool> link(const std::string& from, const std::string& to) = 0;

    /// Puts the file @p from, in one step, in the place of @p to, whether or not that is there.
    virtual result<void> replace(const std::string& from, const std::string& to) = 0;

    /// Removes a name; one that is not there is fine.
    virtual result<void> remove(const std::string& name) = 0;

    /// Returns when every name given and taken in the folder so far survives a crash of the host.
    virtual result<void> sync_folder() = 0;

    /// Takes the lock on the file of that name, making it where it is missing. Error besides: `in_use`, naming the
    /// holder.
    virtual result<std::unique_ptr<disk_lock>> lock(const std::string& name) = 0;

    /// 32 hexadecimal digits that nobody has drawn before.
    virtual std::string unique() = 0;

    /// What the clocks show.
    virtual clock_reading clocks() = 0;
};

/// The most that `disk::read` takes.
inline constexpr std::size_t largest_file = 16 * 1024;

/// The folder at @p path, made durably with all that is missing above it. Its last element may be a symbolic link only
/// where root or this process's user made it. Error: `state_unusable`.
result<std::unique_ptr<disk>> open_disk(const std::filesystem::path& path);

} // namespace vesta::file
