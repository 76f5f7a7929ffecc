#pragma once

#include <vesta/base/result.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace vesta::file {

/// Makes @p folder, an absolute path, and what lies above it where they are missing, durably. Error: `state_unusable`.
result<void> make_folder(const std::filesystem::path& folder);

/// The whole of a small file, or nothing where there is none. Error: `state_unusable`, also for more than 4 KiB.
result<std::optional<std::string>> read_file(const std::filesystem::path& path);

/// Replaces the file by @p content so that after a crash at any moment either the old or the new content is there,
/// whole; durable on success (the bytes and the name are both synchronised). Error: `state_unusable`.
result<void> replace_file(const std::filesystem::path& path, std::string_view content);

/// "cannot <verb> <path>: <the system's reason>", with errno.
error system_error(std::string_view verb, const std::filesystem::path& path);

/// An open file, closed with its owner.
class descriptor {
  public:
    explicit descriptor(int number) noexcept : number_{number} {}
    descriptor(descriptor&& other) noexcept : number_{other.number_} { other.number_ = -1; }
    descriptor& operator=(descriptor&&) = delete;
    ~descriptor();

    int get() const noexcept { return number_; }
    bool is_open() const noexcept { return number_ >= 0; }
    /// Leaves it open, for good.
    int release() noexcept;
    /// Closes now; false with errno where the system reports a late write error.
    bool close() noexcept;

  private:
    int number_;
};

} // namespace vesta::file
