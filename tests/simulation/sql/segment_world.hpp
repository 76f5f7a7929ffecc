#pragma once

#include "number_set.hpp"
#include "segment/tag_source.hpp"
#include "sim_database.hpp"

#include <vesta/sql/segment_table.hpp>
#include <vesta/testing/manual_clock.hpp>

#include <memory>
#include <vector>

namespace vesta::testing {

struct segment_run {
    sql_habits habits;
    int nodes = 3;
    bool kills = true;    ///< Nodes are killed, not only stopped, and the server hangs.
    bool stops = true;    ///< Nodes are stopped.
    bool forgets = false; ///< The row goes back: a fail-over, or it is removed and put back from a dump.
};

/// Nodes that reserve the numbers of one tag from a table in SQL: the refill of production, asked by hand instead of by
/// its threads, on a server that loses calls and answers, and does them late and twice. Every run follows from its
/// seed.
class segment_world {
  public:
    segment_world(std::uint64_t seed, const segment_run& how);
    ~segment_world();

    /// Whether no number was given out twice in so many steps, and no host remembers more than the row has.
    bool run(int steps);
    /// The first number that was reserved, is neither served nor held, and was lost without any of the reasons that the
    /// documents give: a node that was killed, a call whose answer never came, a hand-back that was not taken because
    /// others reserved since. 0: none.
    std::int64_t lost_for_good();
    std::int64_t served() const noexcept { return served_.count(); }

  private:
    class watched_store;
    struct process;
    struct node;

    bool step(node& at);
    bool serve(node& at);
    void give_up(const tag_status& was);
    void kill(node& at);
    void stop(node& at);
    void trouble();
    void forget_the_row();
    std::int64_t end_of_row();

    random_source random_;
    const segment_run how_;
    manual_clock clock_{unix_ms{std::chrono::days{20000}}};
    sim_database database_{random_, clock_};
    number_set served_;
    number_set lost_;
    std::vector<std::unique_ptr<node>> nodes_;
};

} // namespace vesta::testing
