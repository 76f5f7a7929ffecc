#pragma once

#include <vesta/sql/connection.hpp>

namespace vesta::sql {

/// Makes what is missing of the tables of sharded generators. `id_alloc` is the original's; the others are ours.
result<void> make_sharded_tables(connection& in);

/// How an INSERT begins that leaves a row alone where it is there.
const char* insert_if_absent(dialect kind) noexcept;

} // namespace vesta::sql
