#pragma once

#include <vesta/segment/tag_tokens.hpp>
#include <vesta/sql/segment_table.hpp>

namespace vesta::sql {

/// Reads TinyId's table of tokens, tiny_id_token, which is beside its table of tags, @p of. Connects on first use.
///
/// Errors: throws `failure` (`invalid_settings`) for options that can never work; the reader's are those of
/// `connection`, naming the table, and `exhausted` for a table of more than a million rows.
tag_tokens::reader read_tokens(const segment_table& of, connector open = connection::open);

/// The statement that makes it, for administrators.
std::string token_table_ddl(dialect kind, const std::string& table = "tiny_id_token");

} // namespace vesta::sql
