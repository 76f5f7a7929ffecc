#pragma once

#include <vesta/sharded/range_ledger.hpp>
#include <vesta/sharded/sharded_store.hpp>
#include <vesta/sql/connection.hpp>

#include <memory>

namespace vesta::sql {

/// The table `id_alloc` and its companions: `id_alloc_order` (the permutation of an application's numbers) and
/// `id_alloc_range` (the claimed parts of queued ranges). docs/sharded.md has their columns.
///
/// `sharded_store::init` makes missing tables; with SQLite, so does first use.
/// Thread-safety: safe.
struct sharded_tables {
    std::shared_ptr<sharded_store> store;
    std::shared_ptr<range_ledger> ledger;
};

/// Connects on first use, and again after an error, by @p open.
///
/// Errors: throws `failure` (`invalid_settings`) for options that can never work.
sharded_tables open_sharded_tables(const options& at, connector open = connection::open);

} // namespace vesta::sql
