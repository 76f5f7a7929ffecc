#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <string_view>

namespace vesta::net {

/// What one request was, and what became of it; or several equal commands that were answered together.
///
/// It never holds a token, a password or a query.
struct answered_request {
    std::string_view protocol;  ///< REST or RPC.
    std::string_view address;   ///< Of the client.
    std::string_view principal; ///< Empty: nobody in particular.
    std::string_view what;      ///< GET /genid, or the name of a command.
    std::string_view result;    ///< 200, or ok, or the first word of the error.
    std::string_view generator; ///< Empty where `what` says it, or there is none.
    std::string_view trace;     ///< The trace-id of W3C Trace Context; empty if there is none.
    std::uint64_t times = 1;
    std::uint64_t bytes = 0;         ///< Of the answers.
    std::chrono::nanoseconds took{}; ///< Since the arrival of the input.
};

/// Where the servers of a program report requests. A port.
///
/// Thread-safety: safe. No function blocks, or throws.
class request_log {
  public:
    request_log() = default;
    request_log(const request_log&) = delete;
    request_log& operator=(const request_log&) = delete;
    virtual ~request_log() = default;

    /// Whether every request is to be reported. Costs a relaxed load.
    bool wants_all() const noexcept { return all_.load(std::memory_order_relaxed); }
    /// Whether a request that took so long is to be reported.
    bool is_slow(std::chrono::nanoseconds took) const noexcept {
        return took.count() >= slow_ns_.load(std::memory_order_relaxed);
    }

    virtual void answered(const answered_request& what) noexcept = 0;
    virtual void slow(const answered_request& what) noexcept = 0;
    /// The server could not do what it is for.
    virtual void failed(const answered_request& what) noexcept = 0;

  protected:
    void want_all(bool whether) noexcept { all_.store(whether, std::memory_order_relaxed); }
    /// Requests that take @p as_long are slow; 0: none is.
    void want_slow(std::chrono::nanoseconds as_long) noexcept {
        slow_ns_.store(as_long.count() == 0 ? never : as_long.count(), std::memory_order_relaxed);
    }

  private:
    static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

    std::atomic<bool> all_{false};
    std::atomic<std::int64_t> slow_ns_{never};
};

} // namespace vesta::net
