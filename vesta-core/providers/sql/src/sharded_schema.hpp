#pragma once

#include <vesta/sql/connection.hpp>

namespace vesta::sql {

/// Makes the missing tables of sharded generators. `id_alloc` is the original program's; the others are ours.
result<void> make_sharded_tables(connection& in);

} // namespace vesta::sql
