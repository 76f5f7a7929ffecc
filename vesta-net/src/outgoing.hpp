#pragma once

#include "socket.hpp"

#include <vesta/base/output_buffer.hpp>
#include <vesta/net/server_state.hpp>
#include <vesta/net/session.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace vesta::net {

/// What a connection has to send and the system has not taken yet, counted for the server; and since when its client
/// must read.
///
/// Thread-safety: none; for the worker's thread only.
class outgoing {
  public:
    using time_point = std::chrono::steady_clock::time_point;
    enum class progress : std::uint8_t { all, part, none, broken };

    /// Lifetime: @p shared and @p counts outlive it.
    outgoing(server_state& shared, traffic& counts) noexcept : shared_{shared}, counts_{counts} {}
    outgoing(const outgoing&) = delete;
    outgoing& operator=(const outgoing&) = delete;
    ~outgoing() { discount(unsent_.size()); }

    bool empty() const noexcept { return unsent_.empty(); }
    std::size_t memory() const noexcept { return unsent_.capacity(); }

    /// Sends @p bytes while it is empty, and keeps what the system does not take.
    progress send(socket& by, std::string_view bytes) {
        const auto sent = by.send(bytes);
        counts_.bytes_sent.add(sent.bytes);
        if (sent.failed) return progress::broken;
        if (sent.bytes == bytes.size()) return progress::all;
        unsent_.append(bytes.substr(sent.bytes));
        shared_.unsent_bytes.fetch_add(bytes.size() - sent.bytes, std::memory_order_relaxed);
        return progress::part;
    }

    /// Sends more of what it kept.
    progress go_on(socket& by) noexcept {
        const auto sent = by.send(unsent_.view());
        counts_.bytes_sent.add(sent.bytes);
        if (sent.failed) return progress::broken;
        discount(sent.bytes);
        unsent_.drop_front(sent.bytes);
        if (!unsent_.empty()) return sent.bytes != 0 ? progress::part : progress::none;
        unsent_.clear_and_keep(memory_kept);
        return progress::all;
    }

    /// Forgets what is not sent, and gives its memory back.
    void drop() noexcept {
        discount(unsent_.size());
        unsent_.clear_and_keep(0);
    }

    /// The client must read, from @p now at the latest.
    void await_reader(time_point now) noexcept { unread_since_ = std::min(unread_since_, now); }
    /// The client has read. How long it took to; what waited for it is not slow for that.
    std::chrono::nanoseconds has_read(time_point now) noexcept {
        if (unread_since_ == time_point::max()) return std::chrono::nanoseconds{0};
        return now - std::exchange(unread_since_, time_point::max());
    }

  private:
    void discount(std::size_t bytes) noexcept { shared_.unsent_bytes.fetch_sub(bytes, std::memory_order_relaxed); }

    server_state& shared_;
    traffic& counts_;
    output_buffer unsent_;
    time_point unread_since_ = time_point::max(); // max: it need not read
};

} // namespace vesta::net
