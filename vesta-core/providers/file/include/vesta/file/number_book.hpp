#pragma once

#include <vesta/file/disk.hpp>
#include <vesta/gapless/gapless_store.hpp>

#include <cstddef>
#include <filesystem>
#include <memory>

namespace vesta::file {

/// A book of numbers without gaps is written anew, without what is forgotten, when it has so many bytes more than twice
/// what it began with.
inline constexpr std::size_t usual_book_growth = 64 * 1024 * 1024;

/// Opens and locks the book of a generator without gaps in @p folder, which is made only where the book is begun.
/// docs/state.md has its format, docs/decisions/0047-gapless.md the argument.
///
/// After an error of the disk, or of its lock, it gives nothing until it is opened anew: whether the last group was
/// written is known only then. Keys that have a durable number find it all the same. In a forked child it gives
/// nothing.
/// Errors: `in_use`, naming the holding process; `state_unusable` for a folder or file that cannot be read or written,
/// and for a book that is missing, damaged, another generator's, copied or restored; `invalid_argument` where one is to
/// be begun and is there.
result<std::unique_ptr<gapless_store>> open_book(const std::filesystem::path& folder, number_options options,
                                                 std::size_t growth = usual_book_growth);

/// As above, on the disk @p on, which the book keeps alive.
result<std::unique_ptr<gapless_store>> open_book(std::shared_ptr<disk> on, number_options options,
                                                 std::size_t growth = usual_book_growth);

} // namespace vesta::file
