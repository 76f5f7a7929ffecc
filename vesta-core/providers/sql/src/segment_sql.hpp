#pragma once

#include <vesta/segment/segment_store.hpp>
#include <vesta/sql/connection.hpp>

#include <set>
#include <string>

namespace vesta::sql {

/// The columns that a table of segments may have beside Leaf's biz_tag, max_id and step.
struct segment_columns {
    bool limit = false;   ///< max_limit
    bool masters = false; ///< delta and remainder
    bool updated = false; ///< update_time
};

/// A table's name, checked and in quotes. Error: `invalid_settings`.
result<std::string> quoted_table(dialect kind, const std::string& table, const options& of);

/// The names of the table's columns; none where there is no such table.
result<std::set<std::string>> columns_of(connection& in, const std::string& table);

/// Whether the table can be Leaf's, whose max_id is the end (exclusive) of what was reserved: neither a view nor
/// another program's table under other names, whose ends are inclusive. @p columns are its own. Error:
/// `invalid_settings`, saying how such numbers are taken over.
result<void> check_kind_of_table(connection& in, const std::string& table, const std::set<std::string>& columns);

/// The statements on one table, as its dialect and columns have them.
struct segment_sql {
    segment_sql(dialect kind, const std::string& quoted, const segment_columns& has);

    static constexpr std::size_t columns = 7;
    const bool has_masters;
    std::string list; ///< biz_tag, max_id, step, max_limit, delta, remainder, update_time of every row
    std::string find; ///< The same of one: (tag).

    /// Moves max_id by a width where the row is as expected: (width, tag, step, not_below, width - 1[, delta,
    /// remainder]). MySQL leaves the new max_id in LAST_INSERT_ID; SQLite answers it as a row.
    std::string advance;
    /// Sets max_id where it is what it was: (to, tag, from).
    std::string replace;
    /// Makes a row where there is none: (tag, step).
    std::string create;
};

} // namespace vesta::sql
