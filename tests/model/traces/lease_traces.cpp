// lease_traces FOLDER FIRST COUNT [RULE]: runs of the program, seed by seed, each written to FOLDER/SEED: three nodes
// that borrow machine IDs through the statements of production, on a server that loses calls and answers, does them
// late and twice, and is read through lagging replicas. What is written is what they did with machine ID 0. RULE takes
// one out: `comparing`, the store's compare of versions; `waiting`, that a node waits for the answer.
#include "simulation/sql/borrower.hpp"
#include "simulation/sql/sim_database.hpp"
#include "trace.hpp"

#include <vesta/sql/machine_leases.hpp>

#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace vesta::testing {
namespace {

constexpr std::string_view type = "min-granularity"; // its ticks are milliseconds
constexpr machine_id watched{0};
constexpr sql_habits troubles{.lost = 15, .unanswered = 15, .late = 30, .twice = 20, .stale = 10, .locked = 40};

/// The way of one node to the table, which writes down what passes.
class watched_table final : public lease_table {
  public:
    watched_table(std::shared_ptr<lease_table> to, int node, trace& into, bool waiting)
        : to_{std::move(to)}, node_{node}, into_{into}, waiting_{waiting} {}

    std::string where() const override { return to_->where(); }
    result<store_moment> store_now() override { return to_->store_now(); }
    result<std::vector<lease_row>> rows() override { return to_->rows(); }
    result<lease_row> row(machine_id id, std::uint32_t share) override { return to_->row(id, share); }
    result<void> repair(const lease_row& next) override { return to_->repair(next); }

    result<std::optional<lease_write>> put(const lease_row& next, std::chrono::milliseconds lease) override {
        if (next.id != watched) return to_->put(next, lease);
        into_.send(node_, next);
        auto done = to_->put(next, lease);
        look();
        into_.answer(node_, !done ? 'u' : *done ? 'd' : 'r');
        if (!done && !waiting_) return std::optional{lease_write{next.version + 1}};
        return done;
    }

    std::function<void()> look; ///< Called after every write.

  private:
    const std::shared_ptr<lease_table> to_;
    const int node_;
    trace& into_;
    const bool waiting_;
};

class watched_world {
  public:
    watched_world(std::uint64_t seed, std::string_view without) : random_{seed} {
        database_.set_comparing(without != "comparing");
        for (int i = 0; i < 3; ++i) {
            auto table = std::make_shared<watched_table>(connect(), i, trace_, without != "waiting");
            table->look = [this] { look(); };
            nodes_.push_back(std::make_unique<borrower>(std::move(table), "node-" + std::to_string(i),
                                                        std::string{type}, faith::one_server, new_year_2026));
        }
        database_.set_habits({});
        static_cast<void>(connect()->rows()); // makes the table
        database_.keep();
        database_.set_habits(troubles);
    }

    const trace& run(int steps) {
        for (int i = 0; i < steps; ++i)
            step(static_cast<int>(random_.below(nodes_.size())));
        return trace_;
    }

  private:
    std::shared_ptr<lease_table> connect() {
        return std::make_shared<sql::machine_leases>(
            std::make_shared<sql::connections>(sim_database::options(), database_.connector()));
    }

    void step(int at) {
        borrower& node = *nodes_[static_cast<std::size_t>(at)];
        time_goes_on();
        if (random_.one_in(3) && database_.deliver_one()) look();
        if (random_.one_in(4)) database_.keep();
        if (!node.lives()) {
            node.start();
            last_[at] = {};
        } else if (random_.one_in(20)) {
            node.crash();
        } else if (random_.one_in(15)) {
            node.release();
        } else if (random_.one_in(3)) {
            node.renew();
        } else {
            generate(at);
        }
    }

    void generate(int at) {
        std::set<std::uint64_t> made;
        nodes_[static_cast<std::size_t>(at)]->generate(made);
        for (const std::uint64_t each : made) {
            const auto is = find_scheme("vesta")->explain(id::from_bits(each)).value();
            if (is.parts.machine == watched.value && std::exchange(last_[at], is.at) != is.at) trace_.serve(at, is.at);
        }
    }

    /// What the row is now, where that is news.
    void look() {
        auto now =
            database_.ask("SELECT version || ' ' || mark_ms || ' ' || token FROM vesta_machine_lease WHERE id = 0");
        if (now.empty() || now.front() == row_) return;
        row_ = std::move(now.front());
        std::istringstream in{row_};
        lease_row row;
        std::int64_t mark = 0;
        in >> row.version >> mark >> row.token;
        row.mark = unix_ms{std::chrono::milliseconds{mark}};
        trace_.store(row);
    }

    void time_goes_on() {
        const std::chrono::milliseconds passed{random_.one_in(5) ? random_.between(0, 20000) : random_.between(0, 50)};
        store_clock_.jump(passed);
        for (const auto& each : nodes_)
            each->clock().jump(passed + std::chrono::milliseconds{random_.between(-1, 1)});
        if (random_.one_in(20)) random_.pick(nodes_)->clock().jump(std::chrono::seconds{random_.between(-60, 60)});
    }

    random_source random_;
    manual_clock store_clock_{new_year_2026};
    sim_database database_{random_, store_clock_};
    trace trace_;
    std::string row_;
    std::map<int, unix_ms> last_;
    std::vector<std::unique_ptr<borrower>> nodes_;
};

} // namespace
} // namespace vesta::testing

int main(int count, char** words) {
    if (count < 4) return 2;
    const std::uint64_t first = std::stoull(words[2]);
    for (std::uint64_t seed = first; seed < first + std::stoull(words[3]); ++seed) {
        vesta::testing::watched_world world{seed, count > 4 ? words[4] : ""};
        std::ofstream out{std::string{words[1]} + "/" + std::to_string(seed)};
        world.run(100).write(out);
    }
}
