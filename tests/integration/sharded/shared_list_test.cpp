#include "servers.hpp"

#include <vesta/sharded/sharded_generator.hpp>
#include <vesta/source/waiting.hpp>
#include <vesta/sql/connection.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

// Ours beside nodes of the original, on its list and its lock.
namespace vesta::testing {
namespace {

using Poco::Redis::Array;

constexpr std::uint32_t shards_used = 4;
constexpr std::size_t ids_each = 4'000;

/// A node as the original had it: LPOP, and on an empty list a refill under a lock, one RPUSH per number.
class original_node {
  public:
    original_node() : redis_{redis_server().host, redis_server().port}, table_{open_table()} {}

    std::vector<id> make(std::size_t count) {
        std::vector<id> made;
        for (std::uint32_t shard = 0; made.size() < count; shard = (shard + 1) % shards_used)
            if (const auto number = pop(shard)) {
                made.push_back(sharded_id(*number, {shard}, {2}));
            } else {
                refill(shard);
            }
        return made;
    }

  private:
    static std::unique_ptr<sql::connection> open_table() { return sql::connection::open(mariadb_options()).value(); }
    static std::string name(const char* what, std::uint32_t shard) {
        return std::string{"id.gen."} + what + "_2_" + std::to_string(shard);
    }

    std::optional<std::uint64_t> pop(std::uint32_t shard) {
        Array words;
        const auto number = redis_.execute<Poco::Redis::BulkString>(words.add("LPOP").add(name("idList", shard)));
        return number.isNull() ? std::nullopt : std::optional<std::uint64_t>{std::stoull(number.value())};
    }

    void refill(std::uint32_t shard) {
        Array lock;
        lock.add("SETNX").add(name("lock", shard)).add("an original node");
        if (redis_.execute<Poco::Int64>(lock) == 0) return std::this_thread::yield();
        push(shard, reserve(shard));
        Array unlock;
        redis_.execute<Poco::Int64>(unlock.add("DEL").add(name("lock", shard)));
    }

    std::int64_t reserve(std::uint32_t shard) {
        return sql::transact(
                   *table_,
                   [&](sql::connection& in) -> result<std::int64_t> {
                       const std::int64_t number = shard;
                       in.execute("UPDATE id_alloc SET max_id = max_id + step WHERE app_id = 2 AND shard_id = ?",
                                  {number})
                           .value();
                       const auto row =
                           sql::rows(in, "SELECT max_id FROM id_alloc WHERE app_id = 2 AND shard_id = ?", {number}, 1);
                       return sql::integer(row.value().front().front(), "max_id");
                   })
            .value();
    }

    void push(std::uint32_t shard, std::int64_t high) {
        for (std::int64_t number = high - 999; number <= high; ++number) {
            Array words;
            redis_.execute<Poco::Int64>(words.add("RPUSH").add(name("idList", shard)).add(std::to_string(number)));
        }
    }

    Poco::Redis::Client redis_;
    std::unique_ptr<sql::connection> table_;
};

std::vector<id> made_by_ours() {
    const auto tables = sql::open_sharded_tables(mariadb_options());
    sharded_generator node{listed_supply(tables.store, redis::open_list(redis_server()), {}), {}};
    std::vector<id> made;
    std::vector<id> some(10);
    for (std::uint32_t shard = 0; made.size() < ids_each; shard = (shard + 1) % shards_used) {
        id_source& from = **node.stream({{2}, {shard}});
        generate_all(from, some, system_wall_clock(), std::chrono::minutes{1}).value();
        made.insert(made.end(), some.begin(), some.end());
    }
    node.close();
    return made;
}

TEST(the_list_of_the_original, is_shared_with_its_nodes_and_no_id_is_made_twice) {
    ASSERT_TRUE(sql::open_sharded_tables(mariadb_options()).store->init({2}, "test"));
    constexpr std::size_t nodes = 3;
    std::vector<std::vector<id>> made(2 * nodes);
    std::vector<std::thread> all;
    for (std::size_t i = 0; i < nodes; ++i) {
        all.emplace_back([&into = made[i]] { into = made_by_ours(); });
        all.emplace_back([&into = made[nodes + i]] { into = original_node{}.make(ids_each); });
    }
    for (auto& each : all)
        each.join();
    std::vector<id> together;
    for (const auto& each : made)
        together.insert(together.end(), each.begin(), each.end());
    std::sort(together.begin(), together.end());
    EXPECT_EQ(together.size(), 2 * nodes * ids_each);
    EXPECT_EQ(std::adjacent_find(together.begin(), together.end()), together.end());
}

} // namespace
} // namespace vesta::testing
