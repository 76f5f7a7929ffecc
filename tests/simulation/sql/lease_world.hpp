#pragma once

#include "borrower.hpp"
#include "sim_database.hpp"

#include <vesta/sql/machine_leases.hpp>

namespace vesta::testing {

/// What a run has beside crashes, pauses and clocks that are set.
struct lease_run {
    sql_habits habits;
    bool fails_over = false; ///< The server is replaced by one that lacks the last writes.
    bool comes_back = false; ///< And then by the one that was there before, which lacks some, too.
    bool dropping = false;   ///< The table loses all rows.
    // The rules that are taken out:
    bool comparing = true; ///< The store compares versions.
    bool apart = true;     ///< Servers that replace each other are told apart.
    faith in = faith::one_server;

    /// Whether the store forgets: then its clock is never set back, and those of its servers differ by less than a
    /// second, since what a forgotten owner may use is waited for by it. The nodes' own may be as they are.
    bool forgets() const noexcept { return fails_over || dropping; }
};

/// Nodes that borrow machine IDs from a table in SQL: the statements of production on a server that loses calls and
/// answers, does them late and twice, hangs, and is read through lagging replicas. Every run follows from its seed.
class lease_world {
  public:
    lease_world(std::uint64_t seed, const lease_run& how) : random_{seed}, how_{how} {
        database_.set_comparing(how.comparing);
        database_.set_telling_servers_apart(how.apart);
        // With ticks of a second, two owners at one time soon meet.
        const std::string type = random_.one_in(2) ? "min-granularity" : "max-peak";
        for (int i = 0; i < 3; ++i) {
            auto links = std::make_shared<sql::connections>(sim_database::options(), database_.connector());
            auto table = std::make_shared<sql::machine_leases>(std::move(links));
            nodes_.push_back(std::make_unique<borrower>(std::move(table), "node-" + std::to_string(i), type, how.in,
                                                        new_year_2026, !how.forgets() || random_.one_in(2)));
        }
        static_cast<void>(
            sql::machine_leases{std::make_shared<sql::connections>(sim_database::options(), database_.connector())}
                .rows()); // makes the table
        database_.keep();
    }

    std::size_t made() const noexcept { return all_.size(); }
    std::uint64_t takeovers() const noexcept { return starts_; }
    const sim_database& database() const noexcept { return database_; }

    /// Whether no ID was made twice in so many steps.
    bool run(int steps) {
        for (int i = 0; i < steps; ++i)
            if (!step(*random_.pick(nodes_))) return false;
        return true;
    }

  private:
    bool step(borrower& node) {
        time_goes_on();
        trouble();
        set_clocks();
        database_.set_habits(how_.habits);
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

    void set_clocks() {
        const auto hour = [this] { return std::chrono::seconds{random_.between(-3600, 3600)}; };
        if (!how_.forgets() && random_.one_in(30)) store_clock_.jump(hour());
        if (random_.one_in(how_.forgets() ? 300 : 30)) random_.pick(nodes_)->clock().jump(hour());
        if (!how_.forgets()) return;
        for (const auto& each : nodes_)
            if (random_.one_in(20))
                each->clock().set(std::chrono::floor<std::chrono::milliseconds>(store_clock_.now()) + random_error());
    }

    /// By how much a node's clock is wrong where it is not set at random.
    std::chrono::milliseconds random_error() {
        return std::chrono::milliseconds{random_.one_in(2) ? random_.between(-450, 450) : random_.between(-5000, 5000)};
    }

    void trouble() {
        if (random_.one_in(3)) database_.deliver_one();
        if (random_.one_in(40)) database_.freeze(true);
        if (random_.one_in(4)) database_.freeze(false);
        if (random_.one_in(4)) database_.keep();
        if (how_.fails_over && random_.one_in(40)) fail_over();
        if (how_.dropping && random_.one_in(60)) database_.ask("DELETE FROM vesta_machine_lease");
    }

    /// The clock of the next server is another one.
    void fail_over() {
        constexpr auto reigning = "SELECT instance FROM vesta_machine_lease WHERE id = 4294967295";
        const bool another = how_.comes_back && random_.one_in(2)
                                 ? database_.come_back(static_cast<std::size_t>(random_.between(0, 4)), reigning)
                                 : database_.fail_over(static_cast<std::size_t>(random_.between(1, 4)));
        if (!another) return;
        const std::chrono::milliseconds next{random_.between(-450, 450)};
        store_clock_.jump(next - server_error_);
        server_error_ = next;
    }

    void time_goes_on() {
        const std::chrono::milliseconds passed{random_.one_in(10) ? random_.between(0, leap_) : random_.between(0, 50)};
        store_clock_.rest(passed);
        for (const auto& each : nodes_) {
            each->clock().rest(passed);
            each->clock().jump(std::chrono::milliseconds{random_.between(-1, 1)}); // no two run alike
        }
    }

    random_source random_;
    const lease_run how_;
    manual_clock store_clock_{new_year_2026};
    std::chrono::milliseconds server_error_{0};
    sim_database database_{random_, store_clock_};
    std::vector<std::unique_ptr<borrower>> nodes_;
    std::set<std::uint64_t> all_;
    std::uint64_t starts_ = 0;
    /// Leases end by the long ones; by the short ones owners meet before what they reserved has ended.
    const std::int64_t leap_ = how_.forgets() && random_.one_in(2) ? 4000 : 20000;
};

} // namespace vesta::testing
