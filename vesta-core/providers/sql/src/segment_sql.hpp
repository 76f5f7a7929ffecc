#pragma once

#include <vesta/segment/segment_store.hpp>
#include <vesta/sql/connection.hpp>

#include <set>
#include <string>

namespace vesta::sql {

/// The columns that a table of segments may have besides Leaf's biz_tag, max_id and step.
struct segment_columns {
    bool limit = false;   ///< max_limit
    bool masters = false; ///< delta and remainder
    bool updated = false; ///< update_time
};

/// A table's name, checked and quoted.
///
/// Errors: `invalid_settings`.
result<std::string> quoted_table(dialect kind, const std::string& table, const options& of);

/// The names of the table's columns; empty if there is no such table.
result<std::set<std::string>> columns_of(connection& in, const std::string& table);

/// Checks that the table can be Leaf's, whose max_id is an exclusive end: neither a view nor another program's table
/// under other names, whose ends are inclusive. @p columns are the table's.
///
/// Errors: `invalid_settings`, saying how such numbers are migrated.
result<void> check_kind_of_table(connection& in, const std::string& table, const std::set<std::string>& columns);

/// The statements on one table, for its dialect and columns.
struct segment_sql {
    segment_sql(dialect kind, const std::string& quoted, const segment_columns& has);

    static constexpr std::size_t columns = 7;
    const bool has_masters;
    std::string list; ///< biz_tag, max_id, step, max_limit, delta, remainder, update_time of every row
    std::string find; ///< The same of one: (tag).

    /// Moves max_id by a width if the row is as expected: (width, tag, step, not_below, width - 1[, delta, remainder]).
    /// It tells the new max_id, for `execute_telling`.
    std::string advance;
    /// Sets max_id if it is still the same: (to, tag, from).
    std::string replace;
    /// Makes a row if there is none: (tag, step). It changes one row only then: MySQL counts none that stays as it is.
    std::string create;
    /// Raises max_limit: (to, tag, to, to). Empty if the table has no such column.
    std::string raise;
};

} // namespace vesta::sql
