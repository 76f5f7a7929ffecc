#pragma once

#include <cstddef>

namespace vesta::net {

/// Counts the TLS handshakes of one thread. A step may cost a millisecond of CPU, and a client has shown nothing of
/// itself yet: so other connections have their turns between a few steps.
///
/// Thread-safety: none; belongs to one thread.
class handshakes {
  public:
    static constexpr int steps_in_a_round = 8;

    void begin_round() noexcept { steps_left_ = steps_in_a_round; }
    /// Whether another step may be done in this round; counts it.
    bool take_step() noexcept {
        if (steps_left_ == 0) return false;
        --steps_left_;
        return true;
    }

    void begin() noexcept { ++under_way_; }
    void end() noexcept { --under_way_; }
    std::size_t under_way() const noexcept { return under_way_; }

  private:
    int steps_left_ = steps_in_a_round;
    std::size_t under_way_ = 0;
};

} // namespace vesta::net
