#pragma once

#include <vesta/sharded/range_ledger.hpp>
#include <vesta/sharded/sharded_store.hpp>
#include <vesta/sql/connection.hpp>

#include <memory>

namespace vesta::sql {

/// The table `id_alloc` and those beside it: `id_alloc_order` (what permutes an application's numbers) and
/// `id_alloc_range` (what is claimed of queued ranges). docs/sharded.md has their columns; `sharded_store::init` makes
/// what is missing of them, and with SQLite so does the first use. Safe to use from any thread.
struct sharded_tables {
    std::shared_ptr<sharded_store> store;
    std::shared_ptr<range_ledger> ledger;
};

/// Connects when first used, and again after an error, by @p open. Throws `failure` (`invalid_settings`) for options
/// that would never work.
sharded_tables open_sharded_tables(const options& at, connector open = connection::open);

} // namespace vesta::sql
