#pragma once

#include <vesta/machine/assigned_ids.hpp>
#include <vesta/segment/seen_tags.hpp>
#include <vesta/sql/segment_table.hpp>

#include <span>
#include <string>

/// Another program's tables, looked at without a change, and copies of them to try things on.
namespace vesta::sql {

/// Everything in a table of tags. Changes nothing: the session cannot write. Blocks on the database.
///
/// Errors: `invalid_settings` for a table that is missing or another program's; those of `connection`.
result<seen_tags> look_at_tags(const segment_table& where);

/// Makes the table @p to, and rows as @p tags. Blocks on the database.
///
/// Errors: `in_use` if it has rows already; `invalid_settings`; those of `connection`.
result<void> copy_tags(const segment_table& to, std::span<const tag_row> tags);

/// Makes the table of machine IDs of the mode `vesta-table` or `leaf-mysql`, and rows as @p entries, those that cannot
/// be used left out. Blocks on the database.
///
/// Errors: as `copy_tags`.
result<void> copy_assignments(const options& to, const std::string& mode,
                              std::span<const id_assignment::entry> entries);

} // namespace vesta::sql
