#pragma once

#include "http/accept.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vesta::rest {

/// A number or a text in a table.
using table_cell = std::variant<std::int64_t, std::string>;
using table_row = std::vector<table_cell>;

/// A table for people and for scripts.
struct table {
    std::span<const std::string_view> columns;
    std::vector<table_row> rows;
    std::string next; ///< The name after which the next rows follow; empty if there are none.
};

/// Appends @p of: as an HTML page with the title of Leaf's and numbers in groups of three; as
/// {"rows":[{"column":value}],"next":"name"}; or as text, one line of names and one per row, with tabs between.
void write_table(const table& of, http::media form, std::string& to);

} // namespace vesta::rest
