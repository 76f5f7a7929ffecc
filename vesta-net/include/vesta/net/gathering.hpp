#pragma once

#include <chrono>
#include <cstddef>

namespace vesta::net {

/// Whether a thread that has served all who were ready does better to sleep for `gathering_time` than to wait for the
/// next one. A server that is quicker than its clients is put to sleep and woken for nearly every message, and both
/// sides pay for that; while it sleeps for a time nobody wakes it, and several messages gather. Pays only where they
/// come thick, and no less so when answers take that little longer: clients that wait for each answer before they ask
/// again might only be slowed down. So it is tried, and what comes meanwhile is compared with what came before.
class gathering {
  public:
    using time_point = std::chrono::steady_clock::time_point;

    /// To be asked after each round, which began at @p now and told @p ready connections.
    bool pays(std::size_t ready, time_point now) noexcept;

  private:
    void judge(time_point now) noexcept;

    time_point since_; // the beginning of what is counted
    std::size_t told_ = 0;
    bool pays_ = false;
    double without_ = 0;     // connections a millisecond when the thread last did not gather
    int failures_ = 0;       // to have as many, in a row
    time_point next_change_; // gathers until then, or does not before
};

/// As short as the system sleeps at little cost; it adds up to its timer slack, 50 us.
inline constexpr std::chrono::microseconds gathering_time{20};

} // namespace vesta::net
