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

/// A file of the register that this process has locked: until this goes, or the process ends, however it ends.
class locked_file {
  public:
    virtual ~locked_file() = default;

    /// Writes @p text over what is there from byte @p at on. Survives the process, not the host.
    virtual result<void> write(std::string_view text, std::size_t at) = 0;
};

/// What another process's entry shows.
struct seen_file {
    std::string content;
    bool is_locked = false; ///< Its process lives.
};

/// All that the register of a host does to its folder, which processes of several users share. A port:
/// `open_register_folder` gives the real one, the simulation has another. Names are plain. Used by one thread at a
/// time.
///
/// Error of everything: `state_unusable`, with the verb, the path and the system's reason. After an error nobody knows
/// whether it was done.
class register_folder {
  public:
    virtual ~register_folder() = default;

    /// The folder, for error texts.
    virtual const std::filesystem::path& path() const noexcept = 0;

    /// Takes the lock that every user takes for a moment, on the file of that name. Error besides: `in_use`, naming the
    /// holder.
    virtual result<std::unique_ptr<locked_file>> take_turn(const std::string& name) = 0;

    /// Rests for a moment before that is tried again. For how long it did.
    virtual std::chrono::milliseconds rest() = 0;

    /// The names in the folder at one moment, in any order.
    virtual result<std::vector<std::string>> list() = 0;

    /// A file of others; nothing where there is none of that name.
    virtual result<std::optional<seen_file>> read(const std::string& name) = 0;

    /// Makes an empty file that is locked from here on, and which others can read.
    virtual result<std::unique_ptr<locked_file>> create(const std::string& name) = 0;

    /// Removes a name; one that is not there is fine, and so is another user's, which stays.
    virtual void remove(const std::string& name) = 0;

    /// 32 hexadecimal digits that nobody has drawn before.
    virtual std::string unique() = 0;

    /// The UUID of this boot; empty where the system tells none.
    virtual std::string boot() const = 0;
};

using register_opener = std::function<result<std::unique_ptr<register_folder>>()>;

/// The folder in $VESTA_HOST_DIR; without it, that of the whole host, and where the host has no folder for one, @p
/// otherwise (docs/state.md).
result<std::unique_ptr<register_folder>> open_register_folder(const std::filesystem::path& otherwise);

} // namespace vesta::file
