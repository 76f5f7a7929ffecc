#pragma once

#include <vesta/base/result.hpp>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace vesta::file {

/// A small file that is read and replaced as a whole, and that nothing depends on: what goes wrong is told, once for
/// each change. Not safe from several threads.
class known_file {
  public:
    known_file(std::filesystem::path path, std::function<void(std::string_view)> log)
        : path_{std::move(path)}, log_{std::move(log)} {}

    const std::filesystem::path& path() const noexcept { return path_; }

    /// What it holds; nothing where it is not there. Error: `state_unusable` where it cannot be read or is not ours.
    result<std::optional<std::string>> load() const;

    /// Puts @p text in its place, synchronised with @p for_good. Says @p lost where it cannot.
    void save(std::string_view text, bool for_good, std::string_view lost);

    /// Tells @p what of it.
    void tell(const std::string& what) const;

  private:
    result<void> replace(std::string_view text, bool for_good) const;

    const std::filesystem::path path_;
    const std::function<void(std::string_view)> log_;
    std::string trouble_;
};

} // namespace vesta::file
