#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/gapless/gapless_store.hpp>
#include <vesta/gapless/group_memory.hpp>
#include <vesta/id/id_column.hpp>
#include <vesta/machine/assigned_ids.hpp>
#include <vesta/machine/lease_table.hpp>
#include <vesta/segment/seen_tags.hpp>
#include <vesta/segment/segment_store.hpp>
#include <vesta/segment/tag_tokens.hpp>
#include <vesta/sharded/permutation.hpp>
#include <vesta/sharded/shard_queue.hpp>
#include <vesta/sharded/sharded_store.hpp>
#include <vesta/time/time_zone.hpp>

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::sql {
struct options;
struct segment_table;
} // namespace vesta::sql

namespace vesta::redis {
struct options;
} // namespace vesta::redis

namespace vesta::embed {

/// The leases, and the assignment of machine IDs to instances; the latter is null in mode leased, where any instance
/// may have any.
struct lease_store {
    std::shared_ptr<lease_table> table;
    std::shared_ptr<id_assignment> assignment;
    /// The settings by which the store may lose acknowledged writes, one line each; null if there are none.
    std::function<std::vector<std::string>()> risks{};
};

/// How to reach a cluster of etcd, or the API server of Kubernetes.
struct store_place {
    std::string name; ///< As in "stores.main".
    store_settings at;
    std::string password; ///< Of Kubernetes the token; empty: in the file that `at` names, or the pod's own.
    std::chrono::milliseconds call_timeout; ///< The limit for every call.
};

/// The tables of sharded IDs: the rows, and the claims on queued ranges.
struct shard_tables {
    std::shared_ptr<sharded_store> store;
    std::shared_ptr<range_ledger> ledger;
};

/// Everything that needs the client libraries of databases, ZooKeeper, etcd, Kubernetes, Redis, ciphers and time zones.
/// A program loads them only when its settings name a store (docs/decisions/0007-stores-on-demand.md). Its objects
/// connect on first use.
class store_clients {
  public:
    store_clients() = default;
    store_clients(const store_clients&) = delete;
    store_clients& operator=(const store_clients&) = delete;
    virtual ~store_clients() = default;

    /// The table of machine IDs in a database; @p of says how they are kept there.
    ///
    /// Errors: `invalid_settings`.
    virtual result<lease_store> leases(const sql::options& in, const database_settings& of) = 0;

    /// The nodes of machine IDs in ZooKeeper.
    ///
    /// Errors: `invalid_settings`.
    virtual result<lease_store> leases(const zookeeper_settings& in, const std::string& password) = 0;

    /// The keys of machine IDs in etcd, or the objects in Kubernetes.
    ///
    /// Errors: `invalid_settings`.
    virtual result<lease_store> leases(const store_place& in) = 0;

    /// Leaf's table of tags, or TinyId's, and the same as Leaf's in etcd.
    ///
    /// Errors: `invalid_settings`.
    virtual result<std::shared_ptr<segment_store>> segments(const sql::segment_table& in) = 0;
    virtual result<std::shared_ptr<segment_store>> segments(const store_place& in, const std::string& table) = 0;
    /// What reads the tokens beside TinyId's.
    ///
    /// Errors: `invalid_settings`.
    virtual result<tag_tokens::reader> tokens(const sql::segment_table& in) = 0;

    /// As `sql::look_at_tags`, `sql::copy_tags` and `sql::copy_assignments`.
    virtual result<seen_tags> look_at_tags(const sql::segment_table& in) = 0;
    virtual result<void> copy_tags(const sql::segment_table& to, std::span<const tag_row> tags) = 0;
    virtual result<void> copy_assignments(const sql::options& to, const std::string& mode,
                                          std::span<const id_assignment::entry> entries) = 0;

    /// The tables of sharded IDs.
    ///
    /// Errors: `invalid_settings`.
    virtual result<shard_tables> shards(const sql::options& in) = 0;
    /// The tables of numbers without gaps.
    ///
    /// Errors: those of `sql::open_numbers`.
    virtual result<std::unique_ptr<gapless_store>> numbers(const sql::options& in, number_options of,
                                                           std::shared_ptr<group_memory> memory) = 0;

    /// Reads a column of IDs.
    ///
    /// Errors: those of `sql::read_ids`.
    virtual result<void> read_ids(const sql::options& in, const id_column& of, const column_sink& to) = 0;

    /// The queue of ranges, and below it the original program's list of numbers.
    ///
    /// Errors: `invalid_settings`.
    virtual result<std::shared_ptr<shard_queue>> queue(const redis::options& in) = 0;
    virtual result<std::shared_ptr<shard_queue>> list(const redis::options& in) = 0;

    /// The permutations of the key in @p file.
    ///
    /// Errors: `invalid_settings`.
    virtual result<std::shared_ptr<const permutation_family>> permutations(const std::filesystem::path& file) = 0;
    /// The permutations of the key that @p digits write; @p where names their place in errors.
    ///
    /// Errors: `invalid_settings`.
    virtual result<std::shared_ptr<const permutation_family>> permutations_of(std::string_view digits,
                                                                              const std::string& where) = 0;

    /// The time zone of that name in the system's database.
    ///
    /// Errors: `invalid_settings`.
    virtual result<std::shared_ptr<const time_zone>> zone(const std::string& name) = 0;
};

/// The clients of this process. The C++ library links them; `vesta` and libvesta.so load them here, once. They are
/// never unloaded, since their threads may run until the end.
///
/// Errors: `invalid_settings`, naming the file that cannot be loaded, or its version.
/// Thread-safety: safe.
result<store_clients*> get_store_clients();

} // namespace vesta::embed
