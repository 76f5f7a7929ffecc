#include "support/credulous_ledger.hpp"
#include "support/random.hpp"

#include <vesta/sharded/shard_supply.hpp>
#include <vesta/testing/memory_shards.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

// Nodes that share a queue which forgets, repeats and fails, on a database that fails too: one thread, one seed, one
// outcome. Claims about docs/decisions/0021-sharded-fence.md.
namespace vesta::testing {
namespace {

const error switched_off{errc::store_unavailable, "switched off"};

/// A ledger whose answers get lost now and then, after it did what it was asked.
class forgetful_ledger final : public range_ledger {
  public:
    forgetful_ledger(std::shared_ptr<range_ledger> inner, random_source& dice)
        : inner_{std::move(inner)}, dice_{dice} {}
    result<void> enter(const shard_range& range) override { return lost(inner_->enter(range)); }
    result<bool> claim(const range_part& part) override { return lost(inner_->claim(part)); }
    result<std::vector<range_part>> unclaimed(const shard_key& key) override { return inner_->unclaimed(key); }

  private:
    template <class T>
    result<T> lost(result<T> answer) {
        if (dice_.one_in(20)) return switched_off;
        return answer;
    }

    const std::shared_ptr<range_ledger> inner_;
    random_source& dice_;
};

class simulation {
  public:
    simulation(std::uint64_t seed, bool fenced) : random_{seed} {
        shards_->put({1, 2, "test", 0, random_.pick(std::vector<std::int64_t>{1, 7, 32, 1000}), 0});
        std::shared_ptr<range_ledger> ledger = std::make_shared<forgetful_ledger>(shards_, random_);
        if (!fenced) ledger = std::make_shared<credulous_ledger>(ledger);
        for (int i = 0; i < 4; ++i)
            nodes_.push_back(queued_supply(shards_, ledger, queue_, {}, top_up::before));
        shards_->set_fault([this](auto) { return fault(shards_fail_); });
        queue_->set_fault([this] { return fault(queue_fails_); });
    }

    /// False as soon as a number is served twice.
    bool run(int steps) {
        for (int i = 0; i < steps; ++i) {
            disturb();
            if (!serve(*random_.pick(nodes_))) return false;
        }
        return true;
    }

    std::int64_t served() const { return served_; }
    std::int64_t reserved() const { return shards_->find(1, 2).max_id; }

  private:
    std::optional<error> fault(bool off) {
        return off || random_.one_in(50) ? std::optional{switched_off} : std::nullopt;
    }

    void disturb() {
        if (random_.one_in(10)) dumps_.push_back(queue_->dump());
        const bool goes_back = random_.one_in(15) && !dumps_.empty();
        // A lock that its owner could not release has run out by the next step.
        queue_->restore(goes_back ? random_.pick(dumps_) : queue_->dump());
        if (random_.one_in(30)) queue_->restore({});
        if (random_.one_in(25)) queue_fails_ = !queue_fails_;
        if (random_.one_in(25)) shards_fail_ = !shards_fail_;
    }

    bool serve(shard_supply& node) {
        const auto got = node.reserve({.width = random_.below(100), .row = row_of({{1}, {2}})});
        if (!got) return true;
        served_ += got->end - got->first;
        const auto after = taken_.lower_bound(got->first);
        if (after != taken_.end() && after->first < got->end) return false;
        if (after != taken_.begin() && std::prev(after)->second > got->first) return false;
        taken_.emplace(got->first, got->end);
        return true;
    }

    random_source random_;
    const std::shared_ptr<memory_shards> shards_ = std::make_shared<memory_shards>();
    const std::shared_ptr<memory_queue> queue_ = std::make_shared<memory_queue>();
    std::vector<std::shared_ptr<shard_supply>> nodes_;
    std::vector<memory_queue::content> dumps_;
    bool queue_fails_ = false;
    bool shards_fail_ = false;
    std::map<std::int64_t, std::int64_t> taken_;
    std::int64_t served_ = 0;
};

std::uint64_t seeds() {
    const char* const given = std::getenv("VESTA_SIM_SEEDS");
    return given != nullptr ? std::strtoull(given, nullptr, 10) : 1000;
}

TEST(queue_simulation, a_queue_that_forgets_and_repeats_makes_no_number_twice) {
    std::int64_t served = 0;
    std::int64_t reserved = 0;
    for (std::uint64_t seed = 1; seed <= seeds(); ++seed) {
        simulation nodes{seed, true};
        ASSERT_TRUE(nodes.run(200)) << "seed " << seed;
        served += nodes.served();
        reserved += nodes.reserved();
    }
    std::cout << served << " numbers served of " << reserved << " reserved\n";
    EXPECT_GT(served, 0);
}

TEST(queue_simulation, without_the_fence_numbers_are_made_twice) {
    std::uint64_t found = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed)
        found += simulation{seed, false}.run(200) ? 0 : 1;
    EXPECT_GT(found, 50U);
}

} // namespace
} // namespace vesta::testing
