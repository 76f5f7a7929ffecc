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
    /// A key finds its number for at least so long.
    std::chrono::milliseconds keys = std::chrono::hours{24};
    /// While so many keys are kept, no number is given for a new one; at least 1.
    std::size_t most_keys = 1'000'000;
    /// The time of day from which the age of keys is counted.
    ///
    /// Lifetime: outlives the book.
    const wall_clock* clock = &system_wall_clock();
    /// Whether the folder may be another than the one in which the book was written: an operator knows that the former
    /// one is used no longer.
    bool moved = false;
    /// The file is written anew, without what is forgotten, when it has so many bytes more than twice what it began
    /// with.
    std::size_t growth = 16 * 1024 * 1024;
    log_sink log{};
};

/// Opens and locks the book of a generator without gaps in @p folder, which is made if it is missing. docs/state.md has
/// its format, docs/decisions/0047-gapless.md the argument.
///
/// After an error of the disk, or of its lock, it gives nothing until it is opened anew: whether the last group was
/// written is known only then. Keys that have a durable number find it all the same.
/// Errors: `in_use`, naming the holding process; `state_unusable` for a folder or file that cannot be read or written,
/// and for a book that is damaged, another generator's or copied.
result<std::unique_ptr<gapless_store>> open_book(const std::filesystem::path& folder, book_options options);

/// As above, on the disk @p on, which the book keeps alive.
result<std::unique_ptr<gapless_store>> open_book(std::shared_ptr<disk> on, book_options options);

} // namespace vesta::file
