#pragma once

#include "poll_flag.hpp"

#include <vesta/time/clock.hpp>

#include <stop_token>
#include <thread>

namespace vesta::cli {

/// Notes SIGINT and SIGTERM instead of ending at once, so that what was not used can be given back. A second signal
/// ends the program as it would without this. From then on a write to nobody, or beyond the largest file, is an error
/// and no signal. One at a time.
class stop_signal {
  public:
    stop_signal();
    stop_signal(const stop_signal&) = delete;
    stop_signal& operator=(const stop_signal&) = delete;

    /// The signal that came; 0 while none did.
    int received() const noexcept;

    /// Ends the program by the signal that came, as the shell expects of an interrupted command.
    [[noreturn]] void end_program() const;

    /// Readable once a signal came.
    int descriptor() const noexcept;
};

/// Notes the signals that stop no server: SIGHUP and SIGUSR1, and those that mean nothing to it and would end it. One
/// at a time.
class other_signals {
  public:
    other_signals();
    other_signals(const other_signals&) = delete;
    other_signals& operator=(const other_signals&) = delete;

    /// One that came since the last time this was asked; 0: none did. One that means nothing is told of once.
    int take() const noexcept;
    /// Readable while one came and was not taken.
    int descriptor() const noexcept;
};

/// A stop token that a signal requests: for waits that are not on a descriptor. Its thread lives as long as it does.
class stop_relay {
  public:
    explicit stop_relay(const stop_signal& by);
    stop_relay(const stop_relay&) = delete;
    stop_relay& operator=(const stop_relay&) = delete;
    ~stop_relay();

    std::stop_token token() const noexcept { return source_.get_token(); }

  private:
    const poll_flag ended_;
    std::stop_source source_;
    std::jthread thread_;
};

/// The system's clock, whose rest is cut short by a signal.
class interruptible_clock final : public wall_clock {
  public:
    explicit interruptible_clock(const stop_signal& by) noexcept : by_{by} {}

    unix_ns now() const noexcept override { return system_wall_clock().now(); }
    bool is_set() const noexcept override { return system_wall_clock().is_set(); }
    void rest(std::chrono::nanoseconds duration) const override;

  private:
    const stop_signal& by_;
};

} // namespace vesta::cli
