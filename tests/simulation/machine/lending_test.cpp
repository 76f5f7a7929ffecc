#include "simulation/sql/borrower.hpp"
#include "support/random.hpp"

#include <vesta/testing/memory_leases.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

// Nodes that borrow few machine IDs from one store, all in one thread, each with a wall clock of its own; the store has
// one too, and loses calls and answers. Every run follows from its seed.
namespace vesta::testing {
namespace {

class world {
  public:
    explicit world(std::uint64_t seed) : random_{seed} {
        for (int i = 0; i < 3; ++i)
            nodes_.push_back(std::make_unique<borrower>(table_, "node-" + std::to_string(i), "min-granularity",
                                                        faith::one_server, new_year_2026));
    }

    memory_leases& table() { return *table_; }
    std::size_t made() const { return all_.size(); }

    /// Whether no ID was made twice in so many steps.
    bool run(int steps) {
        for (int i = 0; i < steps; ++i)
            if (!step(*random_.pick(nodes_))) return false;
        return true;
    }

  private:
    bool step(borrower& node) {
        time_goes_on();
        if (random_.one_in(30)) store_clock_.jump(std::chrono::seconds{random_.between(-3600, 3600)});
        if (random_.one_in(30)) node.clock().jump(std::chrono::seconds{random_.between(-3600, 3600)});
        table_->set_fault({});
        if (!node.lives()) {
            with_faults(4, [&] { node.start(); });
            return true;
        }
        if (random_.one_in(25)) {
            node.crash();
        } else if (random_.one_in(25)) {
            with_faults(4, [&] { node.release(); });
        } else if (random_.one_in(3)) {
            with_faults(4, [&] { node.renew(); });
        } else {
            return node.generate(all_);
        }
        return true;
    }

    void time_goes_on() {
        const std::chrono::milliseconds passed{random_.one_in(10) ? random_.between(0, 20000) : random_.between(0, 50)};
        store_clock_.rest(passed);
        for (const auto& each : nodes_) {
            each->clock().rest(passed);
            each->clock().jump(std::chrono::milliseconds{random_.between(-1, 1)}); // no two run alike
        }
    }

    /// Runs @p act while one call in @p n to the store fails, done or not.
    template <class Act>
    void with_faults(std::uint64_t n, const Act& act) {
        table_->set_fault([this, n] {
            if (!random_.one_in(n)) return memory_leases::fault::none;
            return random_.one_in(2) ? memory_leases::fault::before : memory_leases::fault::after;
        });
        act();
        table_->set_fault({});
    }

    random_source random_;
    manual_clock store_clock_{new_year_2026};
    std::shared_ptr<memory_leases> table_ = std::make_shared<memory_leases>(store_clock_);
    std::vector<std::unique_ptr<borrower>> nodes_;
    std::set<std::uint64_t> all_;
};

/// Ten thousand where VESTA_SIM_SEEDS says so; fewer are enough for every day.
std::uint64_t seeds() {
    const char* const given = std::getenv("VESTA_SIM_SEEDS");
    return given != nullptr ? std::strtoull(given, nullptr, 10) : 2000;
}

TEST(lending, makes_no_id_twice_for_any_seed) {
    std::size_t made = 0;
    for (std::uint64_t seed = 1, end = seeds(); seed <= end; ++seed) {
        world one{seed};
        ASSERT_TRUE(one.run(200)) << "seed " << seed;
        made += one.made();
    }
    EXPECT_GT(made, 20 * seeds()) << "hardly anything happened";
}

TEST(lending, is_caught_making_an_id_twice_where_the_store_forgets_to_compare) {
    for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
        world one{seed};
        one.table().forget_to_compare();
        if (!one.run(200)) return;
    }
    FAIL() << "the simulation would not notice";
}

} // namespace
} // namespace vesta::testing
