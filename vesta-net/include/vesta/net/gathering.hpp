#pragma once

#include <chrono>
#include <cstddef>

namespace vesta::net {

/// Whether a thread that has served all who were ready does better to sleep for `gathering_time` than to wait for the
/// next one. A server that is quicker than its clients is put to sleep and woken for nearly every command, and both
/// sides pay for that; while it sleeps for a time nobody wakes it, and several commands gather. Pays only where they
/// come so thick that several gather each time, and they still do when answers take that little longer: clients that
/// wait for each answer before they ask again would only be slowed down.
class gathering {
  public:
    using time_point = std::chrono::steady_clock::time_point;

    /// To be asked after each round, which began at @p now and told @p ready connections.
    bool pays(std::size_t ready, time_point now) noexcept;

  private:
    void judge(time_point now) noexcept;

    time_point since_; // the beginning of what is counted
    time_point not_before_;
    std::size_t told_ = 0;
    bool pays_ = false;
};

/// As short as the system sleeps at little cost; it adds up to its timer slack, 50 us.
inline constexpr std::chrono::microseconds gathering_time{20};

} // namespace vesta::net
