#pragma once

#include <vesta/base/result.hpp>
#include <vesta/tls/layer.hpp>

#include <chrono>
#include <memory>

namespace vesta::tls {

/// A layer for a thread that may wait: each call blocks until it is done, or until an instant.
///
/// Errors: `store_unavailable`, with what failed or that it takes too long; then nothing else is called.
/// Thread-safety, lifetime: as `layer`.
class blocking_layer {
  public:
    using time_point = std::chrono::steady_clock::time_point;

    /// @p of speaks on the connected @p socket.
    blocking_layer(std::unique_ptr<layer> of, int socket) noexcept : of_{std::move(of)}, socket_{socket} {}

    /// Comes first.
    result<void> shake_hands(time_point until);
    /// Sends all of @p bytes.
    result<void> send(std::string_view bytes, time_point until);
    /// Receives from one byte to `into.size()`, which is not 0. Returns 0 if the peer sends no more.
    result<std::size_t> receive(std::span<char> into, time_point until);

  private:
    /// Waits for one of @p events of poll.
    result<void> wait(short events, time_point until) const;
    error failed(const char* at) const;

    std::unique_ptr<layer> of_;
    int socket_;
};

} // namespace vesta::tls
