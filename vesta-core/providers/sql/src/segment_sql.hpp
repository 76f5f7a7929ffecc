#pragma once

#include <vesta/segment/segment_store.hpp>
#include <vesta/sql/connection.hpp>
#include <vesta/sql/segment_table.hpp>

#include <map>
#include <optional>
#include <string>

namespace vesta::sql {

/// What a format calls its columns.
struct column_names {
    const char* tag;
    const char* max_id;
};
column_names names_of(table_format format);

/// The columns that a table of segments may have besides its tag, max_id and step.
struct segment_columns {
    table_format format = table_format::leaf;
    std::optional<std::int64_t> step; ///< Every row's, where there is no column for it.
    bool limit = false;               ///< max_limit
    bool masters = false;             ///< delta and remainder
    bool updated = false;             ///< update_time, or CosId's last_fetch_time
};

/// A table's name, checked and quoted.
///
/// Errors: `invalid_settings`.
result<std::string> quoted_table(dialect kind, const std::string& table, const options& of);

/// The names of a table's columns, and their types in the database's words.
using table_columns = std::map<std::string, std::string>;

/// Those of @p table; empty if there is no such table.
result<table_columns> columns_of(connection& in, const std::string& table);

/// What @p columns, those of a table, are good for. The table must be of its format: neither a view nor, under other
/// names, another program's, whose max_id means something else.
///
/// Errors: `invalid_settings`, saying what to do.
result<segment_columns> check_columns(connection& in, const segment_table& where, const table_columns& columns);

/// The statements on one table, for its dialect and columns.
struct segment_sql {
    segment_sql(dialect kind, const std::string& quoted, const segment_columns& has);

    static constexpr std::size_t columns = 7;
    const bool has_masters;
    /// The end of what is reserved is the column max_id plus this. Below, every max_id is the column's.
    const std::int64_t past_max_id;
    const std::optional<std::int64_t> usual_step; ///< Every row's, where there is no column for it.
    std::string list; ///< tag, max_id, step, max_limit, delta, remainder, update_time of every row
    std::string find; ///< The same of one: (tag).

    /// Moves max_id by a width if the row is as expected: (width, tag, step, least, below the limit by[, delta,
    /// remainder]). It tells the new max_id, for `execute_telling`.
    std::string advance;
    /// Sets max_id if it is still the same: (to, tag, from).
    std::string replace;
    /// Makes a row if there is none: (tag, step), or (tag) where steps have no column. It changes one row only then:
    /// MySQL counts none that stays as it is.
    std::string create;
    /// Raises max_limit: (to, tag, to, largest max_id). Empty if the table has no such column.
    std::string raise;

  private:
    std::string creating(dialect kind, const std::string& quoted, const segment_columns& has) const;
};

/// A row as `segment_sql::list` returns it.
///
/// Errors: `state_unusable`; `exhausted` for a max_id after which there is no number.
result<tag_row> read_row(const segment_sql& sql, std::span<const cell> row);

} // namespace vesta::sql
