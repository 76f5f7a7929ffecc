#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/gapless/gapless_store.hpp>
#include <vesta/time/clock.hpp>

#include <memory>
#include <string_view>

/// For operators and auditors: the numbers of a generator of kind gapless, while no process gives them.
namespace vesta::embed {

/// Whether the state folder may be another than the one in which the numbers were written.
enum class book_place : std::uint8_t { same, moved };

/// Opens and locks the numbers of @p generator; empty: the only one of kind gapless. With @p place moved, for an
/// operator who knows that the former folder is used no longer and has no later numbers: from then on they are at home
/// where they are. Tags that the settings do not name any longer are there as well.
///
/// Errors: `not_found` for an unknown generator, or where there is none of kind gapless; `invalid_argument` for another
/// kind, or where there are several; those of `file::open_book`, such as `in_use` while a process gives them.
result<std::unique_ptr<gapless_store>> open_numbers(const settings& from, std::string_view generator,
                                                    book_place place = book_place::same,
                                                    const wall_clock& clock = system_wall_clock());

} // namespace vesta::embed
