#pragma once

#include <chrono>
#include <cstddef>

namespace vesta::net {

/// Decides whether a thread that has served all ready connections should sleep for `gathering_time` instead of waiting
/// for the next one.
///
/// A server that is faster than its clients sleeps and wakes for nearly every message, at a cost to both sides. While
/// it sleeps for a fixed time, several messages gather and none of them wakes it. That pays only while messages come
/// thick: clients that wait for each answer before they ask again might just be slowed down. So the thread tries it,
/// and compares the rate of messages with the rate before.
///
/// Thread-safety: none; belongs to one thread.
class gathering {
  public:
    using time_point = std::chrono::steady_clock::time_point;

    /// Call it after each round, which began at @p now with @p ready connections.
    bool pays(std::size_t ready, time_point now) noexcept;

  private:
    void judge(time_point now) noexcept;

    time_point since_; // the beginning of the present count
    std::size_t told_ = 0;
    bool pays_ = false;
    double without_ = 0;     // connections a millisecond when the thread last did not gather
    int failures_ = 0;       // to reach that rate, in a row
    time_point next_change_; // gathers until then, or does not before
};

/// The shortest sleep that is cheap; the system adds its timer slack of up to 50 us.
inline constexpr std::chrono::microseconds gathering_time{20};

} // namespace vesta::net
