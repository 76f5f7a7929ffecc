#pragma once

#include <vesta/base/log.hpp>
#include <vesta/file/disk.hpp>
#include <vesta/gapless/gapless_store.hpp>
#include <vesta/time/clock.hpp>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

namespace vesta::file {

/// How a book of numbers without gaps is opened.
struct book_options {
    /// The generator's name: letters, digits, - and _.
    std::string name{};
    /// A key finds its number for at least so long. It is counted by `wall_clock::steady`: the time of day may be set.
    std::chrono::milliseconds keys = std::chrono::hours{24};
    /// While so many keys are kept, no number is given for a new one; at least 1.
    std::size_t most_keys = 1'000'000;
    /// Tells when a number was given, and how old keys are.
    ///
    /// Lifetime: outlives the book.
    const wall_clock* clock = &system_wall_clock();
    book_start start = book_start::existing;
    /// `tidy` writes the file anew, without what is forgotten, when it has so many bytes more than twice what it began
    /// with.
    std::size_t growth = 64 * 1024 * 1024;
    log_sink log{};
};

/// Opens and locks the book of a generator without gaps in @p folder, which is made only where the book is begun.
/// docs/state.md has its format, docs/decisions/0047-gapless.md the argument.
///
/// After an error of the disk, or of its lock, it gives nothing until it is opened anew: whether the last group was
/// written is known only then. Keys that have a durable number find it all the same. In a forked child it gives
/// nothing.
/// Errors: `in_use`, naming the holding process; `state_unusable` for a folder or file that cannot be read or written,
/// and for a book that is missing, damaged, another generator's, copied or restored; `invalid_argument` where one is to
/// be begun and is there.
result<std::unique_ptr<gapless_store>> open_book(const std::filesystem::path& folder, book_options options);

/// As above, on the disk @p on, which the book keeps alive.
result<std::unique_ptr<gapless_store>> open_book(std::shared_ptr<disk> on, book_options options);

} // namespace vesta::file
