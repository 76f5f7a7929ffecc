#include "client_stores.hpp"

#include <vesta/base/background.hpp>
#include <vesta/crypto/keyed_permutations.hpp>
#include <vesta/redis/queues.hpp>
#include <vesta/sql/cosid_machines.hpp>
#include <vesta/sql/durability.hpp>
#include <vesta/sql/gapless_tables.hpp>
#include <vesta/sql/id_column.hpp>
#include <vesta/sql/machine_assignments.hpp>
#include <vesta/sql/machine_leases.hpp>
#include <vesta/sql/old_tables.hpp>
#include <vesta/sql/segment_table.hpp>
#include <vesta/sql/sharded_tables.hpp>
#include <vesta/sql/token_table.hpp>
#include <vesta/sql/worker_nodes.hpp>
#include <vesta/tzdb/time_zones.hpp>
#include <vesta/zookeeper/leaf_forever.hpp>
#include <vesta/zookeeper/lease_nodes.hpp>

namespace vesta::embed {

result<lease_store> client_stores::leases(const sql::options& in, const database_settings& of) {
    if (auto good = sql::check(in); !good) return std::move(good).error();
    const auto on = std::make_shared<sql::connections>(in);
    lease_store made{std::make_shared<sql::machine_leases>(on), nullptr, {}};
    made.risks = [on] {
        auto risks = sql::durability_risks(*on);
        return risks ? *std::move(risks) : std::vector<std::string>{};
    };
    if (of.mode == "vesta-table") made.assignment = std::make_shared<sql::vesta_table>(on);
    if (of.mode == "leaf-mysql") made.assignment = std::make_shared<sql::leaf_table>(on);
    if (of.mode == "cosid") made.assignment = std::make_shared<sql::cosid_machines>(on, of.space);
    if (of.mode == "worker-node") made.assignment = std::make_shared<sql::worker_nodes>(on);
    return made;
}

result<lease_store> client_stores::leases(const zookeeper_settings& in, const std::string& password) {
    const auto session = std::make_shared<zookeeper::session>(
        zookeeper::options{.hosts = in.hosts, .user = in.user, .password = password, .own_path = "/vesta/" + in.name});
    lease_store made{std::make_shared<zookeeper::lease_nodes>(session, in.name), nullptr, {}};
    if (in.mode == "leaf-forever") made.assignment = std::make_shared<zookeeper::leaf_forever>(session, in.name);
    return made;
}

result<std::shared_ptr<segment_store>> client_stores::segments(const sql::segment_table& in) {
    return attempt([&]() -> result<std::shared_ptr<segment_store>> { return sql::open_segments(in); });
}

result<tag_tokens::reader> client_stores::tokens(const sql::segment_table& in) {
    return attempt([&]() -> result<tag_tokens::reader> { return sql::read_tokens(in); });
}

result<seen_tags> client_stores::look_at_tags(const sql::segment_table& in) {
    return sql::look_at_tags(in);
}

result<void> client_stores::copy_tags(const sql::segment_table& to, std::span<const tag_row> tags) {
    return sql::copy_tags(to, tags);
}

result<void> client_stores::copy_assignments(const sql::options& to, const std::string& mode,
                                             std::span<const id_assignment::entry> entries) {
    return sql::copy_assignments(to, mode, entries);
}

result<shard_tables> client_stores::shards(const sql::options& in) {
    return attempt([&]() -> result<shard_tables> {
        auto made = sql::open_sharded_tables(in);
        return shard_tables{std::move(made.store), std::move(made.ledger)};
    });
}

result<std::unique_ptr<gapless_store>> client_stores::numbers(const sql::options& in, number_options of,
                                                              std::shared_ptr<group_memory> memory) {
    return attempt([&]() -> result<std::unique_ptr<gapless_store>> {
        return sql::open_numbers(std::make_shared<sql::connections>(in), std::move(of), std::move(memory));
    });
}

result<void> client_stores::read_ids(const sql::options& in, const id_column& of, const column_sink& to) {
    return sql::read_ids(in, of, to);
}

result<std::shared_ptr<shard_queue>> client_stores::queue(const redis::options& in) {
    if (auto good = redis::check(in); !good) return std::move(good).error();
    return redis::open_queue(in);
}

result<std::shared_ptr<shard_queue>> client_stores::list(const redis::options& in) {
    if (auto good = redis::check(in); !good) return std::move(good).error();
    return redis::open_list(in);
}

result<std::shared_ptr<const permutation_family>> client_stores::permutations(const std::filesystem::path& file) {
    auto made = crypto::keyed_permutations::load(file);
    if (!made) return std::move(made).error();
    return std::shared_ptr<const permutation_family>{*std::move(made)};
}

result<std::shared_ptr<const permutation_family>> client_stores::permutations_of(std::string_view digits,
                                                                                 const std::string& where) {
    auto made = crypto::keyed_permutations::parse(digits, where);
    if (!made) return std::move(made).error();
    return std::shared_ptr<const permutation_family>{*std::move(made)};
}

result<std::shared_ptr<const time_zone>> client_stores::zone(const std::string& name) {
    return tzdb::find_zone(name);
}

} // namespace vesta::embed
