#pragma once

#include "support/random.hpp"

#include <vesta/sql/connection.hpp>
#include <vesta/time/clock.hpp>

#include <deque>
#include <memory>
#include <string>
#include <vector>

struct sqlite3;

namespace vesta::testing {

/// How often a statement meets each trouble: one in so many; 0 is never.
struct sql_habits {
    std::uint64_t lost = 0;       ///< It never reaches the server; the connection is gone.
    std::uint64_t unanswered = 0; ///< It is done; the answer and the connection are gone.
    std::uint64_t late = 0;       ///< The server hangs: the client gives up, and it may be done at any time later.
    std::uint64_t twice = 0;      ///< A proxy sends it again later; outside of transactions only.
    std::uint64_t stale = 0;      ///< A query is answered by a replica that lags behind.
    std::uint64_t locked = 0;     ///< Somebody holds the lock for too long; the connection lives.
};

/// A database server of one simulation: the statements of the production code run on SQLite in memory, whatever happens
/// on the way. Its clock is the simulation's. Not safe from several threads, and one transaction at a time.
class sim_database {
  public:
    /// @p dice and @p clock outlive it.
    sim_database(random_source& dice, const wall_clock& clock);
    sim_database(const sim_database&) = delete;
    sim_database& operator=(const sim_database&) = delete;
    ~sim_database() = default;

    /// What makes connections to it; it outlives them.
    sql::connector connector();
    static sql::options options();

    void set_habits(const sql_habits& to) noexcept { habits_ = to; }
    /// Until it is called again with false, whatever is sent is done later, or never.
    void freeze(bool on) noexcept { frozen_ = on; }

    /// With false, an update is done whatever it compares the row's version with: the rule that is taken out.
    void set_comparing(bool on) noexcept { comparing_ = on; }

    /// Does one of the statements that are on their way, or drops it; false where there is none.
    bool deliver_one();
    /// With false, whoever takes over has the identity of the server before, as far as anybody can ask: the rule that
    /// is taken out.
    void set_telling_servers_apart(bool on) noexcept { telling_apart_ = on; }

    /// Remembers the content: replicas and fail-overs go back to one of the last few.
    void keep();
    /// The server is replaced by another, which lacks what came after @p back copies ago. What is on its way arrives
    /// there. False where there is no copy.
    bool fail_over(std::size_t back);
    /// The server before this one is in its place again, and lacks what came after @p back copies ago, where the last
    /// copy that it has is of a time when somebody had found this one there, as @p reigning asks of the copy. Or else
    /// with what it left, where this one has been there for less than a second. Else nothing happens: false.
    bool come_back(std::size_t back, const std::string& reigning);
    /// What is on its way never arrives.
    void forget_late() noexcept { late_.clear(); }

    /// A statement of the test's own, without trouble; the answer of the first column, row by row.
    std::vector<std::string> ask(const std::string& statement);

    /// Statements executed so far.
    std::uint64_t done() const noexcept { return done_; }

  private:
    class link;
    struct statement {
        std::string text;
        sql::parameters values;
    };
    struct outcome {
        std::uint64_t changed = 0;
        std::vector<std::vector<sql::cell>> rows;
    };
    enum class trouble : std::uint8_t { none, lost, unanswered, late, twice, locked };
    using handle = std::unique_ptr<sqlite3, void (*)(sqlite3*)>;

    bool strikes(std::uint64_t one_in) { return one_in != 0 && dice_.one_in(one_in); }
    trouble next_trouble();
    std::vector<std::string> ask(sqlite3* in, const std::string& statement);
    void go_back_to(std::size_t back, std::int64_t server);
    void put_in_place(sqlite3* content, std::int64_t server);
    result<outcome> run(sqlite3* in, const statement& what, std::size_t columns);
    handle open(const std::int64_t& server) const;
    static void copy(sqlite3* from, sqlite3* to);

    random_source& dice_;
    const wall_clock& clock_;
    std::int64_t server_ = 1;
    std::int64_t newest_ = 1; // of all servers so far
    std::int64_t before_ = 0;
    boot_clock::time_point since_{}; // this one reigns
    const std::int64_t replica_ = 0;
    handle left_; // by the one before
    handle main_;
    sql_habits habits_;
    bool frozen_ = false;
    bool comparing_ = true;
    bool telling_apart_ = true;
    std::deque<statement> late_;
    std::deque<handle> kept_; // the latest last; replicas answer from them
    std::uint64_t done_ = 0;
};

} // namespace vesta::testing
