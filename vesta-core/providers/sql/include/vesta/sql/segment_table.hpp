#pragma once

#include <vesta/segment/segment_store.hpp>
#include <vesta/sql/connection.hpp>

#include <memory>
#include <string>

namespace vesta::sql {

/// Which table holds the tags. docs/segments.md has its columns.
struct segment_table {
    options database;
    /// Letters, digits, `_` and `$`; `schema.table` reaches another schema.
    std::string table = "leaf_alloc";
};

/// The store of segments in Leaf's table. With SQLite the table is made where it is missing; with MySQL see
/// `create_segment_table`. Connects when first used, by @p open. Throws `failure` (`invalid_settings`) for options that
/// would never work.
std::shared_ptr<segment_store> open_segments(const segment_table& where, connector open = connection::open);

/// Makes Leaf's table, with our optional columns, where it is missing. Errors: those of `connection`.
result<void> create_segment_table(const segment_table& where);

/// The statement that makes it, for administrators.
std::string segment_table_ddl(dialect kind, const std::string& table = "leaf_alloc");

} // namespace vesta::sql
