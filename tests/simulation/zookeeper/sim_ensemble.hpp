#pragma once

#include "support/random.hpp"

#include <vesta/time/clock.hpp>
#include <vesta/zookeeper/client.hpp>

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::testing {

/// How often a request meets each trouble: one in so many; 0 is never.
struct ensemble_habits {
    std::uint64_t lost = 0;       ///< The connection is lost before it arrives.
    std::uint64_t unanswered = 0; ///< The connection is lost when it is done.
    std::uint64_t late = 0;       ///< No answer comes in time; it may be done at any time later.
    std::uint64_t expired = 0;    ///< The session is over.
    std::uint64_t stale = 0;      ///< A read that follows no `sync` is answered by a server that lags behind.
};

/// An ensemble of one simulation: what it does with requests is what ZooKeeper does, whatever happens on the way. Its
/// clock is the simulation's. Not safe from several threads.
class sim_ensemble {
  public:
    /// Rules that are taken out.
    struct twins {
        bool comparing = true;  ///< Versions are compared.
        bool telling = true;    ///< A `check` of a node below a row finds out that it is missing.
        bool new_reigns = true; ///< Who puts a backup back removes the reign.
    };

    /// @p dice and @p clock outlive it.
    sim_ensemble(random_source& dice, const wall_clock& clock, const twins& without)
        : dice_{dice}, clock_{clock}, twins_{without} {}
    sim_ensemble(const sim_ensemble&) = delete;
    sim_ensemble& operator=(const sim_ensemble&) = delete;

    /// What begins sessions with it; it outlives them.
    zookeeper::connector connector();

    void set_habits(const ensemble_habits& to) noexcept { habits_ = to; }
    /// Until it is called again with false, whatever is sent is done later, or never.
    void freeze(bool on) noexcept { frozen_ = on; }
    /// Does one of the requests that are on their way, or drops it.
    void deliver_one();

    /// Removes a node and all below it, as an operator would.
    void remove_all(const std::string& path);
    /// Remembers the content: reads and backups go back to one of the last few.
    void keep();
    /// Puts back what there was @p back copies ago. What is on its way arrives there.
    void restore(std::size_t back);

  private:
    class sim_client;
    struct entry {
        std::string data;
        std::int32_t version = 0;
        std::int64_t modified_ms = 0;
    };
    using tree = std::map<std::string, entry>;
    using requests = std::vector<zookeeper::request>;
    enum class trouble : std::uint8_t { none, lost, unanswered, late, expired };

    bool strikes(std::uint64_t one_in) { return one_in != 0 && dice_.one_in(one_in); }
    trouble next_trouble();
    zookeeper::reply apply(tree& to, const zookeeper::request& one) const;
    zookeeper::reply change(tree& to, const zookeeper::request& one) const;
    zookeeper::reply apply_as_one(const requests& all);
    const tree& seen_by_a_reader(bool synced);

    random_source& dice_;
    const wall_clock& clock_;
    const twins twins_;
    ensemble_habits habits_;
    bool frozen_ = false;
    tree nodes_;
    std::deque<requests> late_;
    std::deque<tree> kept_; // the latest last
};

} // namespace vesta::testing
