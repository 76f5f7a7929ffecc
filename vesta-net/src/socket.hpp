#pragma once

#include <vesta/base/descriptor.hpp>
#include <vesta/tls/layer.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

namespace vesta::net {

/// A connected socket that never waits, with TLS or without.
class socket {
  public:
    explicit socket(descriptor connected) noexcept : descriptor_{std::move(connected)} {}

    using transfer = tls::transfer;

    /// Speaks TLS from now on. The handshake comes first.
    void secure(std::unique_ptr<tls::layer> by) noexcept { tls_ = std::move(by); }
    bool is_secure() const noexcept { return tls_ != nullptr; }
    /// Goes on with the handshake of a secure socket.
    tls::handshake shake_hands() noexcept { return tls_->shake_hands(); }

    transfer receive(std::span<char> into) noexcept;
    /// Sends as much as the system takes: all of it, unless `later` or `failed`.
    transfer send(std::string_view bytes) noexcept;
    /// Whether unread bytes have arrived.
    bool has_input() const noexcept;
    /// How many have, or a few more.
    std::size_t unread() const noexcept;
    /// Whether TLS holds bytes that it took from the system, as of a record that is arriving.
    bool holds_input() const noexcept { return tls_ && tls_->has_input(); }
    /// Tells the peer that no more bytes follow. False if it is gone.
    bool end_sending() noexcept;
    void close() noexcept;
    /// Makes the system drop unsent bytes when it is closed.
    void reset_when_closed() noexcept;

    int number() const noexcept { return descriptor_.number(); }
    bool is_open() const noexcept { return descriptor_.is_open(); }
    /// Null without TLS.
    const tls::layer* layer() const noexcept { return tls_.get(); }

  private:
    descriptor descriptor_;
    std::unique_ptr<tls::layer> tls_; // goes first: it says farewell
};

} // namespace vesta::net
