#pragma once

#include <vesta/base/result.hpp>
#include <vesta/tls/blocking_layer.hpp>
#include <vesta/tls/context.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace vesta::http {

inline error unavailable(std::string why) {
    return {errc::store_unavailable, std::move(why)};
}

/// A connection to a server, for a thread that may wait: every call blocks until it is done, or until an instant; but
/// the look-up of a name is not cut short.
///
/// Errors: `store_unavailable`, with why in a few words; then nothing else is called.
/// Thread-safety: none.
class tcp_link {
  public:
    using time_point = std::chrono::steady_clock::time_point;

    /// Connects; by TLS unless @p secured_by is null.
    static result<std::unique_ptr<tcp_link>> open(const std::string& host, std::uint16_t port,
                                                  const tls::context* secured_by, time_point until);
    tcp_link(const tcp_link&) = delete;
    tcp_link& operator=(const tcp_link&) = delete;
    ~tcp_link();

    /// Sends all of @p bytes.
    result<void> send(std::string_view bytes, time_point until) { return layer_->send(bytes, until); }
    /// Receives from one byte to `into.size()`, which is not 0. Returns 0 if the server sends no more.
    result<std::size_t> receive(std::span<char> into, time_point until) { return layer_->receive(into, until); }
    /// Whether nothing has arrived, not even the connection's end.
    bool is_quiet() const noexcept;

  private:
    explicit tcp_link(int socket) noexcept : socket_{socket} {}

    const int socket_;
    std::optional<tls::blocking_layer> layer_; // destroyed before the socket is closed
};

} // namespace vesta::http
