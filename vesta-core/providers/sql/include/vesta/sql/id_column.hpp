#pragma once

#include <vesta/id/id_column.hpp>
#include <vesta/sql/options.hpp>

namespace vesta::sql {

/// Reads a whole column, a page at a time, and changes nothing: a file of SQLite is opened to be read only.
///
/// With a `key` the rows come in its order, else in that of the IDs, those of one ID together. Rows that are written
/// meanwhile may be among them. Blocks on the database, for each page at most `options::answer_timeout`, which a large
/// table without an index on the key exceeds.
/// Errors: `invalid_settings` for a table or column that is not there, naming those that are, for a key of another
/// type, with NULL or with repeated values, and for an ID that is no integer where there is no key; those of
/// `connection` and of @p to.
result<void> read_ids(const options& in, const id_column& of, const column_sink& to);

} // namespace vesta::sql
