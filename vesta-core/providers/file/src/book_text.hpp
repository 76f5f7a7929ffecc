#pragma once

#include "book_content.hpp"

#include <vesta/file/disk.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace vesta::file {

// The bytes of a book of numbers: a head with all that was known when the file was made, then one group after the
// other, each sealed by a checksum. docs/state.md has the format.

/// What the head says besides the content.
struct book_head {
    std::string name; ///< Of the generator.
    place where;      ///< Of its lock file.
};

/// A whole book as it was read.
struct read_book {
    book_head head;
    book_content content;
    std::size_t cut_off = 0; ///< Bytes of a last group that is not whole, and so was never answered.
};

/// The head of a file whose book has @p content so far.
std::string write_head(const book_head& head, const book_content& content);

/// The group @p number of a file, from 1 on, with these lines of `book_content`.
std::string write_group(std::uint64_t number, std::string_view lines);

/// Reads a file. A last group that is not whole is left out.
///
/// Errors: `state_unusable` where the head is not whole, or something before the last group is not.
result<read_book> read_book_text(std::string_view whole);

} // namespace vesta::file
