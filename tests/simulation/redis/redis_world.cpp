#include "redis_world.hpp"

#include "support/credulous_ledger.hpp"

#include <vesta/redis/queues.hpp>
#include <vesta/sql/sharded_tables.hpp>

namespace vesta::testing {

redis_world::redis_world(std::uint64_t seed, const redis_run& how) : random_{seed}, how_{how} {
    const auto tables = sql::open_sharded_tables(sim_database::options(), database_.connector());
    static_cast<void>(tables.store->init({1}, "orders").value());
    const auto step = random_.pick(std::vector<std::int64_t>{1, 7, 32, 100});
    database_.ask("UPDATE id_alloc SET step = " + std::to_string(step));
    for (int i = 0; i < 3; ++i)
        nodes_.push_back(new_node());
}

std::shared_ptr<shard_supply> redis_world::new_node() {
    const auto tables = sql::open_sharded_tables(sim_database::options(), database_.connector());
    std::shared_ptr<range_ledger> ledger = tables.ledger;
    if (!how_.fenced) ledger = std::make_shared<credulous_ledger>(std::move(ledger));
    return queued_supply(tables.store, std::move(ledger), redis::open_queue({}, redis_.connector(), clock_), {},
                         top_up::before);
}

/// It is killed; another begins in its place.
void redis_world::end(std::size_t node) {
    popped_ += nodes_[node]->status().counts.popped;
    nodes_[node] = new_node();
}

bool redis_world::run(int steps) {
    for (int i = 0; i < steps; ++i) {
        trouble();
        const std::size_t node = random_.below(nodes_.size());
        if (random_.one_in(40)) end(node);
        if (!serve(*nodes_[node])) return false;
    }
    for (std::size_t node = 0; node < nodes_.size(); ++node)
        end(node);
    return true;
}

void redis_world::trouble() {
    // A lock that its owner could not release has run out by the next step, and Redis is asked again.
    clock_.rest(std::chrono::seconds{11});
    database_.set_habits(how_.tables);
    redis_.set_habits(how_.habits);
    if (random_.one_in(3)) database_.deliver_one();
    if (random_.one_in(3)) redis_.deliver_one();
    if (random_.one_in(4)) redis_.keep();
    if (how_.freezes && random_.one_in(40)) redis_.freeze(true);
    if (random_.one_in(4)) redis_.freeze(false);
    if (how_.fails_over && random_.one_in(15)) redis_.fail_over(random_.between(1, 4));
    if (how_.empties && random_.one_in(30)) redis_.empty();
}

bool redis_world::serve(shard_supply& node) {
    const std::size_t shard = random_.below(shards.size());
    const auto got = node.reserve({.width = random_.below(30), .row = row_of(shards[shard])});
    return !got || served_[shard].add(got->first, got->end);
}

bool redis_world::drain() {
    database_.set_habits({});
    const auto ledger = sql::open_sharded_tables(sim_database::options(), database_.connector()).ledger;
    for (std::size_t shard = 0; shard < shards.size(); ++shard)
        for (auto parts = ledger->unclaimed(shards[shard]).value(); !parts.empty();
             parts = ledger->unclaimed(shards[shard]).value())
            for (const range_part& each : parts)
                if (!ledger->claim(each).value() || !served_[shard].add(each.begin() + 1, each.end() + 1)) return false;
    return true;
}

} // namespace vesta::testing
