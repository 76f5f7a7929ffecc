#pragma once

#include <vesta/sharded/range_ledger.hpp>
#include <vesta/sql/connection.hpp>

namespace vesta::sql {

/// The ledger in `id_alloc_range`.
std::shared_ptr<range_ledger> make_sharded_ledger(std::shared_ptr<connections> links);

} // namespace vesta::sql
