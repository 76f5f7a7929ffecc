#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace vesta::file {

/// Does jobs on threads of their own, so that a disk that hangs stops no caller.
///
/// Thread-safety: none; use from one thread at a time.
/// Lifetime: a job that hangs outlives this, so it owns what it uses.
class aside {
  public:
    aside();
    aside(const aside&) = delete;
    aside& operator=(const aside&) = delete;
    ~aside();

    /// Does @p job, and waits for it. False if it is not done within @p patience, or was not begun because an earlier
    /// one still hangs.
    bool do_within(std::chrono::milliseconds patience, std::function<void()> job);

  private:
    struct state;
    const std::shared_ptr<state> state_;
};

} // namespace vesta::file
