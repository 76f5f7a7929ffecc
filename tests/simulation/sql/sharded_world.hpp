#pragma once

#include "number_set.hpp"
#include "sim_database.hpp"

#include <vesta/sharded/shard_supply.hpp>
#include <vesta/testing/manual_clock.hpp>
#include <vesta/testing/memory_shards.hpp>

#include <memory>
#include <vector>

namespace vesta::testing {

struct sharded_run {
    sql_habits habits;
    bool fenced = true; ///< Whether a claim that the ledger refuses is taken for refused.
};

/// Nodes that share the numbers of one shard: the tables of production in SQL, on a server that loses calls and
/// answers, and does them late and twice, with a queue beside that forgets, repeats and fails. Every run follows from
/// its seed.
class sharded_world {
  public:
    sharded_world(std::uint64_t seed, const sharded_run& how);
    ~sharded_world();

    /// Whether no number was served twice in so many steps.
    bool run(int steps);
    /// Serves what the ledger still has, on a server that works. False where that serves a number twice.
    bool drain();
    /// As that of `segment_world`, once it was drained.
    std::int64_t lost_for_good();
    std::int64_t served() const noexcept { return served_.count(); }

  private:
    class watched_store;
    class watched_ledger;

    std::shared_ptr<shard_supply> new_node();
    bool serve(shard_supply& node);
    void trouble();
    bool deliver_one();
    std::int64_t end_of_row();

    random_source random_;
    const sharded_run how_;
    manual_clock clock_{unix_ms{std::chrono::days{20000}}};
    sim_database database_{random_, clock_};
    const std::shared_ptr<memory_queue> queue_ = std::make_shared<memory_queue>();
    std::vector<memory_queue::content> dumps_;
    number_set served_;
    number_set lost_;
    std::vector<std::shared_ptr<shard_supply>> nodes_;
};

} // namespace vesta::testing
