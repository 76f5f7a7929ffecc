#pragma once

#include "book_text.hpp"

#include <vesta/base/fork.hpp>
#include <vesta/file/number_book.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace vesta::file {

/// That there is no book at @p where, though there should be.
error book_is_missing(const std::filesystem::path& where, const std::string& generator);

/// The file of a book of numbers, and the lock on it: `gapless-<name>.numbers` and `.lock`.
///
/// Thread-safety: none.
class book_file {
  public:
    /// Lifetime: @p options outlives it.
    book_file(std::shared_ptr<disk> on, const number_options& options, std::size_t growth);

    /// Locks the file, unless it is only to be read, and reads what is in it. Then call `write_anew`: what was read may
    /// be in the system's memory alone, and a failed write may have left it there.
    ///
    /// Errors: see `open_book`.
    result<book_content> open();

    /// Puts a new file with @p content in the place of the present one.
    ///
    /// Errors: those of the disk; the present file stays in use, unless `failed`.
    result<void> write_anew(const book_content& content);

    /// Appends a group of @p lines, durably. Then it is `failed` until `settle` is called: what is in memory and in the
    /// file differ so long.
    ///
    /// Errors: those of the disk and of the lock; then it stays `failed`.
    result<void> append(std::string_view lines);
    void settle() noexcept { in_doubt_ = false; }

    /// Says in the file that it is whole, where it is and this is the process that has it.
    void end();

    /// Whether nobody else can have the book. Errors: those of the lock.
    result<void> confirm_lock() const { return lock_->confirm(); }
    /// Whether this process may write. Errors: `forked`; `invalid_argument` where it is only to be read.
    result<void> check_use() const;

    /// How old the book is: see `book_time`.
    std::chrono::milliseconds age() const;

    /// Whether `tidy` is due.
    bool has_grown() const noexcept { return size_ > 2 * began_with_ + growth_; }

    /// Gives the file up: it is not known what it has. Another attempt to synchronise it would tell nothing, since the
    /// system may have dropped what it could not write.
    error fail(const error& why);
    /// Why it was given up; null while it was not.
    const error* failed() const noexcept { return failed_ ? &*failed_ : in_doubt_ ? &doubt_ : nullptr; }

  private:
    std::string stem() const { return "gapless-" + options_.name; }
    std::string file_name() const { return stem() + ".numbers"; }
    std::string path() const { return (on_->folder() / file_name()).string(); }

    result<void> lock();
    result<std::optional<read_book>> read() const;
    result<void> check(const book_head& head);
    result<book_content> take_over(read_book book);
    result<void> keep_aside(const std::string& cut_off);
    result<void> remove_left_behind();
    result<void> confirm() const;
    result<std::unique_ptr<new_file>> write_new(book_head head, const book_content& content, const std::string& name,
                                                std::size_t& size);
    result<void> put_in_place(std::unique_ptr<new_file> made, const std::string& name, std::size_t size);
    result<void> write_durably(const std::string& group);
    std::string boot() const;
    std::chrono::milliseconds since_boot() const;

    const std::shared_ptr<disk> on_;
    const number_options& options_;
    const std::size_t growth_;
    const std::uint32_t born_in_ = fork_count();
    const error doubt_;
    std::unique_ptr<disk_lock> lock_;
    place lock_at_;
    std::optional<place> read_at_;     ///< Of the file that was read.
    std::chrono::milliseconds zero_{}; ///< The time since the boot at which the age of the book was 0.
    std::unique_ptr<new_file> file_;
    std::string id_;           ///< Of that file.
    std::uint64_t groups_ = 0; ///< In it.
    std::size_t size_ = 0;
    std::size_t began_with_ = 0;
    bool in_doubt_ = false;
    std::optional<error> failed_;
};

} // namespace vesta::file
