#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <vector>

namespace vesta::net {

class idle_note;

/// Where the serving threads of a program show their longest idle connections: at a limit of connections the longest
/// idle one of all makes way for a new one, whichever thread and server has it.
///
/// Thread-safety: safe.
class idle_board {
  public:
    using time_point = std::chrono::steady_clock::time_point;

    /// Asks the thread whose connection has been idle longest to close it, if that is since before @p before, and the
    /// thread is of @p server; null: of any. False if there is no such thread, except those that have been asked and
    /// have not done it yet: so the new connections are at most one for each thread ahead of the closed ones.
    bool ask(const void* server, time_point before) noexcept;

  private:
    friend class idle_note;
    std::mutex guard_;
    std::vector<idle_note*> notes_;
};

/// One thread's note on the board.
///
/// Thread-safety: none; belongs to one thread. Only `ask` of the board uses it from others.
class idle_note {
  public:
    using time_point = idle_board::time_point;

    /// @p wake has the thread look at `is_asked`. It is called from any thread.
    ///
    /// Lifetime: @p on outlives it.
    idle_note(idle_board& on, const void* server, std::function<void()> wake);
    idle_note(const idle_note&) = delete;
    idle_note& operator=(const idle_note&) = delete;
    ~idle_note() { close(); }

    /// Ends the calls of `wake`.
    void close() noexcept;
    /// Its longest idle connection has been idle since @p since; `time_point::max()`: it has none.
    void show(time_point since) noexcept { since_.store(since.time_since_epoch().count(), std::memory_order_relaxed); }
    /// Whether its longest idle connection is to be closed, as soon as that has been idle for long.
    bool is_asked() const noexcept { return is_asked_.load(std::memory_order_relaxed); }
    /// It was closed.
    void has_done() noexcept { is_asked_.store(false, std::memory_order_relaxed); }

  private:
    friend class idle_board;
    time_point since() const noexcept;

    idle_board& on_;
    const void* const server_;
    const std::function<void()> wake_;
    std::atomic<time_point::rep> since_{time_point::max().time_since_epoch().count()};
    std::atomic<bool> is_asked_{false};
};

} // namespace vesta::net
