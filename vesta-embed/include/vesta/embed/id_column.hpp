#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/id/id_column.hpp>

#include <string>

/// For those who look into IDs that exist: a column of a database.
namespace vesta::embed {

/// Reads @p of in the database that @p store names below stores; empty: the only one there. As `sql::read_ids`.
///
/// Errors: `not_found` for an unknown store, and where there is none; `invalid_argument` where there are several, or
/// for one that is no database; those of `sql::read_ids`, and of @p to.
result<void> read_ids(const settings& from, const std::string& store, const id_column& of, const column_sink& to);

} // namespace vesta::embed
