#pragma once

#include <vesta/base/result.hpp>

#include <filesystem>
#include <string>
#include <string_view>

namespace vesta::file {

/// An open file, closed with its owner.
class descriptor {
  public:
    explicit descriptor(int number) noexcept : number_{number} {}
    descriptor(descriptor&& other) noexcept : number_{other.release()} {}
    descriptor& operator=(descriptor&&) = delete;
    ~descriptor();

    int get() const noexcept { return number_; }
    bool is_open() const noexcept { return number_ >= 0; }
    /// Leaves it open, in the hands of the caller.
    int release() noexcept;

  private:
    int number_;
};

/// "cannot <verb> <path>: <the system's reason>", with errno.
error system_error(std::string_view verb, const std::filesystem::path& path);

/// Writes all of @p content at the file's position. Error: `state_unusable`.
result<void> write_all(const descriptor& file, std::string_view content, const std::filesystem::path& path);

/// Opens what has the name @p name in @p folder to be read, where it is a file and no link. Nothing is open where
/// nothing has that name. Error: `state_unusable`.
result<descriptor> open_to_read(const descriptor& folder, const std::string& name, const std::filesystem::path& path);

/// What there is in a file, from its beginning. Error: `state_unusable`, also for more than `largest_file`.
result<std::string> read_whole(const descriptor& file, const std::filesystem::path& path);

} // namespace vesta::file
