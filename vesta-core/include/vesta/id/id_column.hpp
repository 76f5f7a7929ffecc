#pragma once

#include <vesta/base/result.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace vesta {

/// A column of IDs in a table, which need not be one of ours.
struct id_column {
    std::string table;         ///< With its schema in front where it needs one.
    std::string id = "id";     ///< The column of the IDs. Rows where it is NULL are passed over.
    std::string made{};        ///< That of when each was made; empty: none.
    std::string key{};         ///< A unique column of integers or texts, with an index; empty: `id`, of integers.
    std::size_t page = 10'000; ///< Rows of one statement: 1 or more.
};

/// IDs of one row, or of several with the same one.
struct column_row {
    std::string_view id;
    std::string_view made; ///< An instant in UTC, or as the column has it; empty: NULL, or there is no such column.
    std::uint64_t times = 1;
};

/// Receives the rows of a column. An error ends the reading.
using column_sink = std::function<result<void>(const column_row&)>;

} // namespace vesta
