#include "servers.hpp"
#include "support/random.hpp"

#include <vesta/sharded/sharded_generator.hpp>
#include <vesta/source/waiting.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <thread>

namespace vesta::testing {
namespace {

constexpr int nodes = 8;

/// One node: a generator with connections of its own, and a thread that asks it for IDs of all shards.
class node {
  public:
    node(std::uint64_t seed, std::atomic<std::uint64_t>& total)
        : random_{seed}, total_{total}, generator_{supply(), {.refill_threads = 2}}, thread_{[this] { run(); }} {}

    node(const node&) = delete;
    node& operator=(const node&) = delete;
    ~node() { stop(); }

    void stop() {
        stopping_ = true;
        if (thread_.joinable()) thread_.join();
    }

    /// An ID from each shard; waits for as long as that takes.
    void recover() {
        for (std::uint32_t shard = 0; shard < shards_per_app; ++shard)
            while (!generate(shard, 1)) {
            }
    }

    const std::vector<id>& made() const { return made_; }
    const std::vector<error>& refusals() const { return refusals_; }
    supply_counts counts() const { return generator_.status().supply.counts; }

  private:
    static std::shared_ptr<shard_supply> supply() {
        const auto tables = sql::open_sharded_tables(mariadb_options());
        return queued_supply(tables.store, tables.ledger, redis::open_queue(redis_server()), {});
    }

    bool generate(std::uint32_t shard, std::size_t count) {
        std::vector<id> some(count);
        const auto stream = generator_.stream({{1}, {shard}});
        const auto done = generate_all(**stream, some, system_wall_clock(), std::chrono::milliseconds{500});
        if (!done) {
            refusals_.push_back(done.error());
            return false;
        }
        made_.insert(made_.end(), some.begin(), some.end());
        total_ += count;
        return true;
    }

    void run() {
        while (!stopping_)
            generate(static_cast<std::uint32_t>(random_.below(shards_per_app)), 1 + random_.below(20));
    }

    random_source random_;
    std::atomic<std::uint64_t>& total_;
    std::atomic<bool> stopping_{false};
    std::vector<id> made_;
    std::vector<error> refusals_;
    sharded_generator generator_;
    std::thread thread_;
};

class shared_queue : public ::testing::Test {
  protected:
    shared_queue() {
        EXPECT_TRUE(sql::open_sharded_tables(mariadb_options()).store->init({1}, "test"));
        for (int i = 0; i < nodes; ++i)
            all_.push_back(std::make_unique<node>(static_cast<std::uint64_t>(i), total_));
    }

    /// Until the nodes have made so many more IDs.
    void let_them_make(std::uint64_t more) const {
        const std::uint64_t end = total_ + more;
        while (total_ < end)
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }

    void stop_all() {
        for (auto& each : all_)
            each->stop();
    }

    std::vector<id> all_made() const {
        std::vector<id> made;
        for (const auto& each : all_)
            made.insert(made.end(), each->made().begin(), each->made().end());
        std::sort(made.begin(), made.end());
        return made;
    }

    supply_counts counts() const {
        supply_counts sum;
        for (const auto& each : all_) {
            sum.popped += each->counts().popped;
            sum.stale += each->counts().stale;
            sum.pushed += each->counts().pushed;
            sum.direct += each->counts().direct;
        }
        return sum;
    }

    std::atomic<std::uint64_t> total_{0};
    std::vector<std::unique_ptr<node>> all_;
};

int rounds() {
    const char* const given = std::getenv("VESTA_SHARDED_ROUNDS");
    return given != nullptr ? std::atoi(given) : 2;
}

TEST_F(shared_queue, makes_no_id_twice_while_redis_forgets_and_repeats_and_mariadb_dies) {
    redis_hand redis;
    const std::function<void()> disturbances[] = {[&] { redis.flush(); },
                                                  [&] { redis.put_back(); },
                                                  [&] {
                                                      order("kill redis");
                                                      redis_hand::remove_dump();
                                                      let_them_make(20'000);
                                                      order("start redis");
                                                  },
                                                  [&] {
                                                      redis.dump_to_disk();
                                                      let_them_make(40'000);
                                                      order("kill redis");
                                                      order("start redis");
                                                  },
                                                  [&] {
                                                      order("kill mariadb");
                                                      order("start mariadb");
                                                  },
                                                  [&] {
                                                      order("pause redis");
                                                      let_them_make(5'000);
                                                      order("resume redis");
                                                  }};
    for (int round = 0; round < rounds(); ++round)
        for (const auto& disturb : disturbances) {
            let_them_make(20'000);
            redis.remember();
            let_them_make(20'000);
            disturb();
        }
    stop_all();
    for (const auto& each : all_)
        each->recover();

    const auto made = all_made();
    EXPECT_EQ(std::adjacent_find(made.begin(), made.end()), made.end());
    for (const auto& each : all_)
        for (const error& refused : each->refusals())
            EXPECT_EQ(refused.code, errc::not_ready) << refused.message;
    const supply_counts did = counts();
    std::cout << made.size() << " IDs; parts popped " << did.popped << ", stale " << did.stale << ", ranges queued "
              << did.pushed << ", taken directly " << did.direct << "\n";
    EXPECT_GT(did.popped, 0U);
    EXPECT_GT(did.stale, 0U) << "nothing was repeated: this test shows nothing";
    EXPECT_GT(did.direct, 0U);
}

} // namespace
} // namespace vesta::testing
