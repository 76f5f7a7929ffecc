#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/id/id.hpp>
#include <vesta/id/layout.hpp>

namespace vesta::embed {

/// The machine ID of an ID of the past: @p wanted, or the first that is set aside.
///
/// Errors: `invalid_settings` if none is set aside; `invalid_argument` for one that is not, or beyond @p type.
result<machine_id> backfill_machine(const settings& from, const layout& type, std::optional<machine_id> wanted);

/// Checks that no 64-bit generator of @p from makes @p past from the beginning of its layout to the end: in that layout
/// the number is none, or its machine ID is set aside. However far ahead: nothing else compares @p past with their IDs.
/// Those in outward form are left out, as @p past is none of them: a column has IDs of one such generator alone.
///
/// Errors: `invalid_argument`, naming the generator and when.
result<void> check_not_met(const settings& from, id past);

} // namespace vesta::embed
