#pragma once

#include "store_clients.hpp"

namespace vesta::embed {

/// The stores on their real clients: Poco Data (MySQL, MariaDB, SQLite), libpq (PostgreSQL), ZooKeeper's C client, Poco
/// Redis, OpenSSL, Hinnant's date, and our own of etcd and Kubernetes.
class client_stores final : public store_clients {
  public:
    result<lease_store> leases(const sql::options& in, const database_settings& of) override;
    result<lease_store> leases(const zookeeper_settings& in, const std::string& password) override;
    result<lease_store> leases(const store_place& in) override;
    result<std::shared_ptr<segment_store>> segments(const sql::segment_table& in) override;
    result<tag_tokens::reader> tokens(const sql::segment_table& in) override;
    result<std::shared_ptr<segment_store>> segments(const store_place& in, const std::string& table) override;
    result<seen_tags> look_at_tags(const sql::segment_table& in) override;
    result<void> copy_tags(const sql::segment_table& to, std::span<const tag_row> tags) override;
    result<void> copy_assignments(const sql::options& to, const std::string& mode,
                                  std::span<const id_assignment::entry> entries) override;
    result<shard_tables> shards(const sql::options& in) override;
    result<std::unique_ptr<gapless_store>> numbers(const sql::options& in, number_options of,
                                                   std::shared_ptr<group_memory> memory) override;
    result<void> read_ids(const sql::options& in, const id_column& of, const column_sink& to) override;
    result<std::shared_ptr<shard_queue>> queue(const redis::options& in) override;
    result<std::shared_ptr<shard_queue>> list(const redis::options& in) override;
    result<std::shared_ptr<const permutation_family>> permutations(const std::filesystem::path& file) override;
    result<std::shared_ptr<const permutation_family>> permutations_of(std::string_view digits,
                                                                      const std::string& where) override;
    result<std::shared_ptr<const time_zone>> zone(const std::string& name) override;
};

} // namespace vesta::embed
