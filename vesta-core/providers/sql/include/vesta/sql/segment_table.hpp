#pragma once

#include <vesta/segment/segment_store.hpp>
#include <vesta/sql/connection.hpp>

#include <memory>
#include <string>

namespace vesta::sql {

/// The table that holds the tags; docs/segments.md has its columns.
struct segment_table {
    options database;
    /// Letters, digits, `_` and `$`; `schema.table` selects another schema.
    std::string table = "leaf_alloc";
};

/// The store of segments in Leaf's table. Connects on first use, by @p open.
///
/// With SQLite a missing table is made; for servers see `create_segment_table`.
/// Errors: throws `failure` (`invalid_settings`) for options or a table name that can never work.
/// Thread-safety: safe.
std::shared_ptr<segment_store> open_segments(const segment_table& where, connector open = connection::open);

/// Makes Leaf's table with our optional columns if it is missing. Blocks on the database.
///
/// Errors: `invalid_settings` for a bad table name; those of `connection`.
result<void> create_segment_table(const segment_table& where);

/// The statement by which `create_segment_table` makes it, for administrators.
///
/// Errors: throws `failure` (`invalid_settings`) for a bad table name.
std::string segment_table_ddl(dialect kind, const std::string& table = "leaf_alloc");

} // namespace vesta::sql
