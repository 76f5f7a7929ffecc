#pragma once

#include <vesta/segment/segment_store.hpp>
#include <vesta/sql/connection.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace vesta::sql {

/// Whose columns a table of tags has, and what its max_id means.
enum class table_format : std::uint8_t {
    leaf,   ///< Leaf's and ours: biz_tag; max_id is the first number that is not reserved yet.
    tinyid, ///< TinyId's tiny_id_info: biz_type; max_id is the last number that is reserved; version counts its moves.
    cosid   ///< CosId's cosid: name; last_max_id is the last number that is reserved; last_fetch_time, unix seconds.
};

/// The table that holds the tags; docs/segments.md has its columns.
struct segment_table {
    options database;
    /// Letters, digits, `_` and `$`; `schema.table` selects another schema.
    std::string table = "leaf_alloc";
    table_format format = table_format::leaf;
    /// Of every tag in a table without a column step, as CosId's is.
    std::int64_t step = 1000;
    bool rows_by_hand = false; ///< `create` is refused: administrators insert each row, with its delta and remainder.
};

/// The store of segments in such a table. Connects on first use, by @p open.
///
/// With SQLite a missing table is made; for servers see `create_segment_table`.
/// Errors: throws `failure` (`invalid_settings`) for options or a table name that can never work.
/// Thread-safety: safe.
std::shared_ptr<segment_store> open_segments(const segment_table& where, connector open = connection::open);

/// Makes the table if it is missing: Leaf's with our optional columns, TinyId's, or CosId's. Blocks on the database.
///
/// Errors: `invalid_settings` for a bad table name; those of `connection`.
result<void> create_segment_table(const segment_table& where);

/// The statement by which `create_segment_table` makes it, for administrators.
///
/// Errors: throws `failure` (`invalid_settings`) for a bad table name.
std::string segment_table_ddl(dialect kind, const std::string& table = "leaf_alloc",
                              table_format format = table_format::leaf);

} // namespace vesta::sql
