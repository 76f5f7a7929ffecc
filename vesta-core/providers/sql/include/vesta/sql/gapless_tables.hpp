#pragma once

#include <vesta/gapless/gapless_store.hpp>
#include <vesta/sql/connection.hpp>
#include <vesta/time/clock.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

namespace vesta::sql {

/// How the numbers of a generator without gaps are opened in a database.
struct gapless_tables {
    /// The generator's name, of up to 64 letters, digits, - and _. Processes with one name share its series.
    std::string name{};
    /// A key finds its number for at least so long. Processes that share the series should agree: the shortest counts.
    std::chrono::milliseconds keys = std::chrono::hours{24};
    /// While so many keys are kept, no number is given for a new one; at least 1.
    std::size_t most_keys = 1'000'000;
    /// Tells when a number was given, and how old keys are.
    ///
    /// Lifetime: outlives the store.
    const wall_clock* clock = &system_wall_clock();
    book_start start = book_start::existing;
};

/// Opens the series of a generator in the tables `vesta_gapless` and `vesta_gapless_series`, `_key` and `_void`, which
/// are made where it is begun. A group of numbers is one transaction, which holds the generator's row: any number of
/// processes may share a series. docs/decisions/0047-gapless.md has the argument.
///
/// With a server the row names the one that gives the numbers. Another one, as after a fail-over, gives none until an
/// operator says `book_start::moved`: it may lack what was committed last. With SQLite a file that was put back is
/// noticed by processes that were there before, and not at a start.
/// Errors: `state_unusable` where the series were not begun, and for another server; `invalid_argument` where they are
/// to be begun and are there; those of `connection`, but for a server that is away, which is asked again at each call.
result<std::unique_ptr<gapless_store>> open_numbers(std::shared_ptr<connections> on, gapless_tables options);

} // namespace vesta::sql
