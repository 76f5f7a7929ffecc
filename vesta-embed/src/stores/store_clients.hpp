#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/machine/assigned_ids.hpp>
#include <vesta/machine/lease_table.hpp>
#include <vesta/segment/segment_store.hpp>
#include <vesta/sharded/permutation.hpp>
#include <vesta/sharded/shard_queue.hpp>
#include <vesta/sharded/sharded_store.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace vesta::sql {
struct options;
struct segment_table;
} // namespace vesta::sql

namespace vesta::redis {
struct options;
} // namespace vesta::redis

namespace vesta::embed {

/// The leases, and the assignment that says who may have which machine ID; null in mode leased, where anybody may.
struct lease_store {
    std::shared_ptr<lease_table> table;
    std::shared_ptr<id_assignment> assignment;
    /// By which of its settings the store may lose what it acknowledged, one line each; null where there are none such.
    std::function<std::vector<std::string>()> risks{};
};

/// The tables of sharded IDs: the rows, and what is claimed of queued ranges.
struct shard_tables {
    std::shared_ptr<sharded_store> store;
    std::shared_ptr<range_ledger> ledger;
};

/// What needs the client libraries of databases, ZooKeeper, Redis and ciphers. A program loads them when its settings
/// name a store, and not before (docs/decisions/0007-stores-on-demand.md). Everything made here connects when first
/// used.
class store_clients {
  public:
    store_clients() = default;
    store_clients(const store_clients&) = delete;
    store_clients& operator=(const store_clients&) = delete;
    virtual ~store_clients() = default;

    /// The table of machine IDs in a database; @p mode is that of machine-id.database. Error: `invalid_settings`.
    virtual result<lease_store> leases(const sql::options& in, const std::string& mode) = 0;

    /// The nodes of machine IDs in ZooKeeper. Error: `invalid_settings`.
    virtual result<lease_store> leases(const zookeeper_settings& in, const std::string& password) = 0;

    /// Leaf's table of tags. Error: `invalid_settings`.
    virtual result<std::shared_ptr<segment_store>> segments(const sql::segment_table& in) = 0;

    /// The tables of sharded IDs. Error: `invalid_settings`.
    virtual result<shard_tables> shards(const sql::options& in) = 0;
    /// The queue of ranges of their numbers, and the original's list.
    virtual std::shared_ptr<shard_queue> queue(const redis::options& in) = 0;
    virtual std::shared_ptr<shard_queue> list(const redis::options& in) = 0;

    /// The permutations of the key in @p file. Error: `invalid_settings`.
    virtual result<std::shared_ptr<const permutation_family>> permutations(const std::filesystem::path& file) = 0;
};

/// Those of this process. The C++ library has them linked in; the `vesta` program and libvesta.so load them here, once.
/// They are never unloaded: threads of theirs may run until the end. Safe from any thread. Error: `invalid_settings`,
/// naming the file that cannot be loaded, or its version.
result<store_clients*> get_store_clients();

} // namespace vesta::embed
