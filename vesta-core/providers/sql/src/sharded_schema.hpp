#pragma once

#include <vesta/sql/connection.hpp>

namespace vesta::sql {

/// Makes what is missing of the tables of sharded generators. `id_alloc` is the original's; the others are ours.
result<void> make_sharded_tables(connection& in);

} // namespace vesta::sql
