#pragma once

#include "command.hpp"
#include "reply_word.hpp"

#include <vesta/rpc/server_statistics.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <vector>

namespace vesta::rpc::detail {

/// A number that one thread counts up and any thread reads. Costs what a plain number costs.
class counter {
  public:
    void add(std::uint64_t count) noexcept {
        value_.store(value_.load(std::memory_order_relaxed) + count, std::memory_order_relaxed);
    }
    void subtract(std::uint64_t count) noexcept { add(std::uint64_t{0} - count); }
    std::uint64_t read() const noexcept { return value_.load(std::memory_order_relaxed); }

  private:
    std::atomic<std::uint64_t> value_{0};
};

/// What one serving thread counts.
struct counters {
    /// @p generators: how many there are.
    explicit counters(std::size_t generators) : ids(generators) {}

    counter open, accepted, rejected;
    counter closed_idle, closed_slow_command, closed_unread, closed_protocol;
    counter waiting;
    counter bytes_received, bytes_sent;
    std::array<std::array<counter, reply_words.size()>, command_kinds> commands;
    std::vector<counter> ids; ///< In the order of `service::generators`.
    std::array<counter, latency_bounds.size() + 1> latency;
    counter latency_ns;

    void count(command which, reply_word how, std::uint64_t times = 1) noexcept {
        commands[static_cast<std::size_t>(which)][static_cast<std::size_t>(how)].add(times);
    }
    void answered(std::uint64_t commands_answered, std::chrono::nanoseconds after) noexcept;

    /// Adds what this thread counted to @p sum, whose generators are those of this thread.
    void add_to(server_statistics& sum) const;
};

} // namespace vesta::rpc::detail
