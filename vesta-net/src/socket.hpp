#pragma once

#include <vesta/net/descriptor.hpp>

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

namespace vesta::net {

/// A connected TCP socket that never waits.
class socket {
  public:
    explicit socket(descriptor connected) noexcept : descriptor_{std::move(connected)} {}

    /// The result of an attempt to receive or send.
    struct transfer {
        std::size_t bytes = 0;
        bool later = false; ///< No more goes through now; readiness will be announced.
        bool ended = false; ///< No more bytes will come.
        bool failed = false;
    };

    transfer receive(std::span<char> into) noexcept;
    /// Sends as much as the system takes: all of it, unless `later` or `failed`.
    transfer send(std::string_view bytes) noexcept;
    /// Whether unread bytes have arrived.
    bool has_input() const noexcept;
    /// Tells the peer that no more bytes follow. False if it is gone.
    bool end_sending() noexcept;
    void close() noexcept { descriptor_.close(); }
    /// Makes the system drop unsent bytes when it is closed.
    void reset_when_closed() noexcept;

    int number() const noexcept { return descriptor_.number(); }
    bool is_open() const noexcept { return descriptor_.is_open(); }

  private:
    descriptor descriptor_;
};

} // namespace vesta::net
