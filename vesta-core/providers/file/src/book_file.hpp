#pragma once

#include "book_text.hpp"

#include <vesta/file/number_book.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace vesta::file {

/// The file of a book of numbers, and the lock on it: `gapless-<name>.numbers` and `.lock`.
///
/// Thread-safety: none.
class book_file {
  public:
    book_file(std::shared_ptr<disk> on, std::string name) : on_{std::move(on)}, name_{std::move(name)} {}

    /// Locks the file, and reads what is in it; a missing one has nothing. Then call `write_anew`: what was read may be
    /// in the system's memory alone, and a failed write may have left it there.
    ///
    /// Errors: see `open_book`.
    result<book_content> open(const book_options& options);

    /// Puts a new file with @p content in the place of the present one.
    ///
    /// Errors: those of the disk; the present file stays in use, unless `failed`.
    result<void> write_anew(const book_content& content);

    /// Appends a group of @p lines, durably.
    ///
    /// Errors: those of the disk and of the lock; then it is `failed`.
    result<void> append(const std::string& lines);

    /// Whether it has so many bytes more than twice what it began with.
    bool has_grown_by(std::size_t growth) const noexcept { return size_ > 2 * began_with_ + growth; }

    /// Gives the file up: it is not known what it has. Another attempt to synchronise it would tell nothing, since the
    /// system may have dropped what it could not write.
    error fail(const error& why);
    /// Why it was given up.
    const std::optional<error>& failed() const noexcept { return failed_; }

  private:
    std::string stem() const { return "gapless-" + name_; }
    std::string file_name() const { return stem() + ".numbers"; }
    std::string path() const { return (on_->folder() / file_name()).string(); }

    result<void> lock();
    result<book_content> read(const book_options& options);
    result<void> check(const book_head& head, bool moved) const;
    result<void> remove_left_behind();
    result<std::unique_ptr<new_file>> write_new(const std::string& text, const std::string& name);
    result<void> write_group_durably(const std::string& group);

    const std::shared_ptr<disk> on_;
    const std::string name_;
    std::unique_ptr<disk_lock> lock_;
    place where_;
    std::unique_ptr<new_file> file_;
    std::uint64_t groups_ = 0; ///< In the file.
    std::size_t size_ = 0;
    std::size_t began_with_ = 0;
    std::optional<error> failed_;
};

} // namespace vesta::file
