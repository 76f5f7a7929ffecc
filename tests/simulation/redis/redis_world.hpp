#pragma once

#include "sim_redis.hpp"
#include "simulation/sql/number_set.hpp"
#include "simulation/sql/sim_database.hpp"

#include <vesta/sharded/shard_supply.hpp>
#include <vesta/testing/manual_clock.hpp>

#include <array>
#include <memory>
#include <vector>

namespace vesta::testing {

struct redis_run {
    redis_habits habits;
    sql_habits tables{};
    bool fails_over = false; ///< Redis is replaced by a replica that lacks the last writes.
    bool empties = false;    ///< Redis loses everything.
    bool freezes = false;    ///< Redis hangs for a while.
    bool fenced = true;      ///< Whether a claim that the ledger refuses is taken for refused.
};

/// Nodes that share the numbers of two shards through a simulated Redis, fenced by the tables of production in SQL.
/// Every run follows from its seed.
class redis_world {
  public:
    redis_world(std::uint64_t seed, const redis_run& how);

    /// Whether no number was served twice in so many steps.
    bool run(int steps);
    /// Serves what the ledger still has, with everything working. False where that serves a number twice.
    bool drain();
    std::int64_t served() const noexcept { return served_[0].count() + served_[1].count(); }
    /// Of those, what came through the queue: parts that were popped and claimed.
    std::uint64_t popped() const noexcept { return popped_; }

  private:
    static constexpr std::array<shard_key, 2> shards{{{{1}, {2}}, {{1}, {3}}}};

    std::shared_ptr<shard_supply> new_node();
    void end(std::size_t node);
    bool serve(shard_supply& node);
    void trouble();

    random_source random_;
    const redis_run how_;
    manual_clock clock_{unix_ms{std::chrono::days{20000}}};
    sim_database database_{random_, clock_};
    sim_redis redis_{random_, clock_};
    std::array<number_set, 2> served_;
    std::vector<std::shared_ptr<shard_supply>> nodes_;
    std::uint64_t popped_ = 0;
};

} // namespace vesta::testing
