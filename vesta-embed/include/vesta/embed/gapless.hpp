#pragma once

#include <vesta/base/log.hpp>
#include <vesta/embed/settings.hpp>
#include <vesta/gapless/gapless_store.hpp>
#include <vesta/time/clock.hpp>

#include <memory>
#include <string_view>

/// For operators and auditors: the numbers of a generator of kind gapless, besides the process that gives them.
namespace vesta::embed {

/// Opens the numbers of @p generator; empty: the only one of kind gapless. Those that are only to be read may be given
/// by another process meanwhile; what it is writing just now may be among them. Else a file is locked until the store
/// is destroyed, and @p log is told what was left out at its end; a database is shared. Tags that the settings do not
/// name any longer are there as well.
///
/// Errors: `not_found` for an unknown generator, or where there is none of kind gapless; `invalid_argument` for another
/// kind, or where there are several; those of `file::open_book`, such as `in_use` while a process gives them, and of
/// `sql::open_numbers`.
result<std::unique_ptr<gapless_store>> open_numbers(const settings& from, std::string_view generator, book_start start,
                                                    const log_sink& log = {},
                                                    const wall_clock& clock = system_wall_clock());

} // namespace vesta::embed
