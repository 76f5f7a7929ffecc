#pragma once

#include <vesta/base/descriptor.hpp>
#include <vesta/base/log.hpp>
#include <vesta/base/result.hpp>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace vesta::file {

/// A small file that is read and replaced as a whole. It is optional: failures are reported once per change and
/// otherwise ignored.
///
/// Thread-safety: none.
class known_file {
  public:
    known_file(std::filesystem::path path, log_sink log) : path_{std::move(path)}, log_{std::move(log)} {}

    const std::filesystem::path& path() const noexcept { return path_; }

    /// The content; nothing if there is no file.
    ///
    /// Errors: `state_unusable` if it cannot be read, or is not ours.
    result<std::optional<std::string>> load() const;

    /// Replaces the content by @p text, synchronised with @p for_good. On a failure, reports @p lost.
    void save(std::string_view text, bool for_good, std::string_view lost);

    /// As `save`, with the text that @p content makes of the present content: no other process replaces that meanwhile.
    void rewrite(const std::function<std::string()>& content, bool for_good, std::string_view lost);

    /// Reports @p what, with the file's name.
    void tell(severity how_bad, const std::string& what) const;

  private:
    std::string unfinished() const { return path_.string() + ".new"; }
    result<descriptor> take_turn() const;
    result<void> replace(const descriptor& made, std::string_view text, bool for_good) const;

    const std::filesystem::path path_;
    const log_sink log_;
    std::string trouble_;
};

} // namespace vesta::file
