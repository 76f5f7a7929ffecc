#pragma once

#include "sim_ensemble.hpp"
#include "simulation/sql/borrower.hpp"

#include <vesta/zookeeper/lease_nodes.hpp>

namespace vesta::testing {

/// What a run has beside crashes, pauses and clocks that are set.
struct ensemble_run {
    ensemble_habits habits;
    bool restored = false; ///< A backup is put back.
    bool dropping = false; ///< Nodes are removed.
    // The rules that are taken out:
    sim_ensemble::twins without{};
    faith in = faith::one_server;

    /// Whether the ensemble forgets: then clocks are at most half a second wrong, since what a forgotten owner may use
    /// is waited for by the clock.
    bool forgets() const noexcept { return restored || dropping; }
};

/// Owners that borrow machine IDs from a simulated ensemble. Every run follows from its seed.
class ensemble_world {
  public:
    ensemble_world(std::uint64_t seed, const ensemble_run& how)
        : random_{seed}, how_{how}, ensemble_{random_, store_clock_, how.without} {
        // With ticks of a second, two owners at one time soon meet.
        const std::string type = random_.one_in(2) ? "min-granularity" : "max-peak";
        for (int i = 0; i < 3; ++i)
            nodes_.push_back(
                std::make_unique<borrower>(new_table(), "node-" + std::to_string(i), type, how.in, new_year_2026));
    }

    std::size_t made() const noexcept { return all_.size(); }
    std::uint64_t takeovers() const noexcept { return starts_; }

    /// Whether no ID was made twice in so many steps.
    bool run(int steps) {
        for (int i = 0; i < steps; ++i)
            if (!step(*random_.pick(nodes_))) return false;
        return true;
    }

  private:
    std::shared_ptr<lease_table> new_table() {
        auto with = std::make_shared<zookeeper::session>(zookeeper::options{.hosts = "sim"}, ensemble_.connector());
        return std::make_shared<zookeeper::lease_nodes>(std::move(with), "sim");
    }

    bool step(borrower& node) {
        time_goes_on();
        trouble();
        if (how_.forgets())
            set_clocks_right();
        else
            set_clocks_wrong();
        ensemble_.set_habits(how_.habits);
        if (!node.lives()) {
            node.start();
            starts_ += node.lives() ? 1 : 0;
        } else if (random_.one_in(25)) {
            node.crash();
        } else if (random_.one_in(25)) {
            node.release();
        } else if (random_.one_in(3)) {
            node.renew();
        } else {
            return node.generate(all_);
        }
        return true;
    }

    void set_clocks_wrong() {
        if (random_.one_in(30)) store_clock_.jump(std::chrono::seconds{random_.between(-3600, 3600)});
        if (random_.one_in(30)) random_.pick(nodes_)->clock().jump(std::chrono::seconds{random_.between(-3600, 3600)});
    }

    void set_clocks_right() {
        for (const auto& each : nodes_)
            if (random_.one_in(10))
                each->clock().set(std::chrono::floor<std::chrono::milliseconds>(store_clock_.now()) +
                                  std::chrono::milliseconds{random_.between(-450, 450)});
    }

    void trouble() {
        if (random_.one_in(3)) ensemble_.deliver_one();
        if (random_.one_in(40)) ensemble_.freeze(true);
        if (random_.one_in(4)) ensemble_.freeze(false);
        if (random_.one_in(4)) ensemble_.keep();
        if (how_.restored && random_.one_in(40)) ensemble_.restore(random_.between(1, 4));
        if (how_.dropping && random_.one_in(30))
            ensemble_.remove_all("/vesta/sim/machines/" + std::to_string(random_.below(2)));
    }

    void time_goes_on() {
        const std::chrono::milliseconds passed{random_.one_in(10) ? random_.between(0, 20000) : random_.between(0, 50)};
        store_clock_.rest(passed);
        for (const auto& each : nodes_) {
            each->clock().rest(passed);
            each->clock().jump(std::chrono::milliseconds{random_.between(-1, 1)}); // no two run alike
        }
    }

    random_source random_;
    const ensemble_run how_;
    manual_clock store_clock_{new_year_2026};
    sim_ensemble ensemble_;
    std::vector<std::unique_ptr<borrower>> nodes_;
    std::set<std::uint64_t> all_;
    std::uint64_t starts_ = 0;
};

} // namespace vesta::testing
