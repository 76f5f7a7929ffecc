#pragma once

#include <vesta/gapless/gapless_store.hpp>
#include <vesta/gapless/group_memory.hpp>
#include <vesta/sql/connection.hpp>

#include <memory>

namespace vesta::sql {

/// Opens the series of a generator in the tables `vesta_gapless` and `vesta_gapless_series`, `_key` and `_void`, which
/// are made where it is begun. A group of numbers is one transaction, which holds the generator's row: any number of
/// processes may share a series. docs/decisions/0047-gapless.md has the argument.
///
/// With a server the row names the one that gives the numbers. Another one, as after a fail-over, gives none until an
/// operator says `book_start::moved`: it may lack what was committed last. A database that was put back is noticed by
/// processes that were there before, and at a start by @p memory, which may be null. `moved` raises the count of groups
/// far above all that anybody saw, so that it is believed again.
/// The log is told of settings by which the server may lose what it acknowledged.
/// Errors: `state_unusable` where the series were not begun, and for another server; `invalid_argument` where they are
/// to be begun and are there; those of `connection`, but for a server that is away, which is asked again at each call.
result<std::unique_ptr<gapless_store>> open_numbers(std::shared_ptr<connections> on, number_options options,
                                                    std::shared_ptr<group_memory> memory = {});

} // namespace vesta::sql
