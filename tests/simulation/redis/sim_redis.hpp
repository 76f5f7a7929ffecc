#pragma once

#include "support/random.hpp"

#include <vesta/redis/connection.hpp>
#include <vesta/time/clock.hpp>

#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace vesta::testing {

/// How often a script meets each trouble: one in so many; 0 is never.
struct redis_habits {
    std::uint64_t lost = 0;       ///< It never arrives; the connection is gone.
    std::uint64_t unanswered = 0; ///< It is done; the answer and the connection are gone.
    std::uint64_t late = 0;       ///< It is done at any time later, or never.
    std::uint64_t slow = 0;       ///< It is done; the answer comes when nobody waits for it any more.
    std::uint64_t twice = 0;      ///< A proxy sends it again later.
    std::uint64_t cut = 0;        ///< The end of the answer is missing.
    std::uint64_t refused = 0;    ///< The server answers that it does not do it now.
};

/// A Redis server of one simulation, which knows the scripts of the provider and does what they do. Its clock is the
/// simulation's. Safe to use from any thread, as far as the scripts go.
class sim_redis {
  public:
    /// @p dice and @p clock outlive it.
    sim_redis(random_source& dice, const wall_clock& clock) : dice_{dice}, clock_{clock} {}
    sim_redis(const sim_redis&) = delete;
    sim_redis& operator=(const sim_redis&) = delete;

    /// What makes connections to it; it outlives them.
    redis::connector connector();

    void set_habits(const redis_habits& to) noexcept { habits_ = to; }
    /// Until it is called again with false, whatever is sent is done later, or never.
    void freeze(bool on) noexcept { frozen_ = on; }
    /// Does one of the scripts that are on their way, or drops it.
    void deliver_one();
    /// FLUSHALL.
    void empty() { keys_.clear(); }
    /// Remembers the content: a replica that takes over has one of the last few.
    void keep();
    /// The server is replaced by a replica, which lacks what came after @p back copies ago. What is on its way arrives
    /// there; connections are lost.
    void fail_over(std::size_t back);

    /// Scripts run so far.
    std::uint64_t done() const noexcept { return done_; }

  private:
    class link;
    struct script {
        std::string_view text;
        std::string key;
        std::vector<std::string> arguments;
    };
    struct value {
        std::deque<std::string> list;
        std::string token;
        boot_clock::time_point ends{};
    };
    using content = std::map<std::string, value>;
    enum class trouble : std::uint8_t { none, lost, unanswered, late, slow, twice, cut, refused };

    bool strikes(std::uint64_t one_in) { return one_in != 0 && dice_.one_in(one_in); }
    trouble next_trouble();
    redis::answer run(const script& what);
    std::vector<std::string> apply(const script& what);
    std::vector<std::string> pop(const script& what);
    std::vector<std::string> lock(const script& what);
    void unlock(const script& what);
    void remember(const script& what);

    random_source& dice_;
    const wall_clock& clock_;
    std::mutex guard_;
    redis_habits habits_;
    bool frozen_ = false;
    unsigned server_ = 1;
    content keys_;
    std::deque<script> late_;
    std::deque<content> kept_; // the latest last
    std::uint64_t done_ = 0;
};

} // namespace vesta::testing
