#pragma once

#include <vesta/base/result.hpp>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::file {

/// A file of the register that this process has locked.
///
/// Lifetime: locked until the object is destroyed or the process ends, by whatever cause.
class locked_file {
  public:
    virtual ~locked_file() = default;

    /// Overwrites the content with @p text from byte @p at on. The write survives the process, not the host.
    virtual result<void> write(std::string_view text, std::size_t at) = 0;
};

/// An entry of another process.
struct seen_file {
    std::string content;
    bool is_locked = false; ///< Its process lives.
};

/// All file operations of a host's register in its folder, which processes of several users share. A port.
///
/// `open_register_folder` returns the real one; the simulation has another. Names are plain.
///
/// Errors of every function: `state_unusable`, with the verb, the path and the system's reason. After an error the step
/// may or may not be done.
/// Thread-safety: none; use from one thread at a time.
class register_folder {
  public:
    virtual ~register_folder() = default;

    /// The folder, for error texts.
    virtual const std::filesystem::path& path() const noexcept = 0;

    /// Takes the lock on the file @p name, which every visitor holds for a moment. Does not wait.
    ///
    /// Errors: also `in_use`, naming the holder.
    virtual result<std::unique_ptr<locked_file>> take_turn(const std::string& name) = 0;

    /// Sleeps for a moment before the next attempt; returns for how long.
    virtual std::chrono::milliseconds rest() = 0;

    /// The names in the folder at one moment, in any order.
    virtual result<std::vector<std::string>> list() = 0;

    /// The file of another process; nothing if there is none of that name.
    virtual result<std::optional<seen_file>> read(const std::string& name) = 0;

    /// Makes an empty file, locked from now on, that other users can read.
    virtual result<std::unique_ptr<locked_file>> create(const std::string& name) = 0;

    /// Removes a name. A missing one is no error; another user's stays.
    virtual void remove(const std::string& name) = 0;

    /// 32 random hexadecimal digits.
    virtual std::string unique() = 0;

    /// The UUID of this boot; empty if the system tells none.
    virtual std::string boot() const = 0;
};

/// Opens the folder of a register.
using register_opener = std::function<result<std::unique_ptr<register_folder>>()>;

/// The folder in $VESTA_HOST_DIR if that is set, else that of the whole host, else @p otherwise (docs/state.md).
///
/// Errors: `state_unusable`.
result<std::unique_ptr<register_folder>> open_register_folder(const std::filesystem::path& otherwise);

} // namespace vesta::file
