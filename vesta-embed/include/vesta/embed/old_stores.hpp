#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/id/pattern.hpp>
#include <vesta/machine/assigned_ids.hpp>
#include <vesta/segment/seen_tags.hpp>

#include <string>
#include <vector>

/// For who takes over from another program: what stands in its stores, which the translated settings name, and copies
/// of it to try things on. What looks changes nothing.
///
/// Errors of every function: `invalid_settings`, `store_unavailable`, `state_unusable`. Every function that names a
/// store blocks on it.
namespace vesta::embed {

/// Every entry of the format that machine-id names: vesta-table, leaf-mysql or leaf-forever.
///
/// Errors: also `invalid_argument` for settings that name none.
result<std::vector<id_assignment::entry>> list_assignments(const settings& from);

/// The table of the segment generator @p name, each row as it stands.
result<seen_tags> look_at_tags(const settings& from, const std::string& name);

/// The tags for which TinyId's table of tokens beside it has one, rising; none for a table of Leaf's.
result<std::vector<std::string>> tags_with_tokens(const settings& from, const std::string& name);

/// Makes that table, in the store that @p to names for it, with rows as @p tags.
///
/// Errors: also `in_use` if the table has rows.
result<void> copy_tags(const settings& to, const std::string& name, const std::vector<tag_row>& tags);

/// The same for the table of machine-id.database.
result<void> copy_assignments(const settings& to, const std::vector<id_assignment::entry>& entries);

/// What the time-based generators of @p from make, if they are published as its servers say, or embedded.
///
/// Errors: as `check_generators`.
result<std::vector<id_pattern>> patterns_made_by(const settings& from);

} // namespace vesta::embed
