#pragma once

#include "book_content.hpp"

#include <vesta/file/disk.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace vesta::file {

// The bytes of a book of numbers: a head with all that was known when the file was made, then one group after the
// other, each sealed by a checksum and in blocks of its own. docs/state.md has the format.

/// Head and groups begin at multiples of this, and are filled up with zeros. So a write that is cut off harms no group
/// before it.
inline constexpr std::size_t book_block = 4096;

/// What the head says besides the content.
struct book_head {
    std::string name; ///< Of the generator.
    std::string id;   ///< Of this file: 32 hexadecimal digits. Its groups have it, so that no other file's are taken.
    place lock;       ///< Of the lock file.
    place file;       ///< Of this file.
    std::string boot; ///< The boot in which it was written; "-" if it is not known.
    /// The time since that boot at which the age of the book was 0; negative where it is older than the boot.
    std::chrono::milliseconds zero{};
};

/// A whole book as it was read.
struct read_book {
    book_head head;
    book_content content;
    bool ended = false;    ///< It says that its process ended in order, so that nothing is missing at its end.
    std::string cut_off;   ///< What is behind the last whole group: of one that was never answered.
    std::size_t zeros = 0; ///< Of bytes 0 behind the last whole group, where there is nothing else.
};

/// The head of a file whose book has @p content so far.
std::string write_head(const book_head& head, const book_content& content);

/// The group @p number of the file @p id, from 1 on, with these lines of `book_content`.
std::string write_group(const std::string& id, std::uint64_t number, std::string_view lines);

/// The lines of a last group.
inline constexpr std::string_view end_of_book = "end\n";

/// Reads a file. A last group that is not whole is left out.
///
/// Errors: `state_unusable` where the head is not whole, or a group that is not the last.
result<read_book> read_book_text(std::string_view whole);

} // namespace vesta::file
