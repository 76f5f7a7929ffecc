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

    /// What an attempt to receive or send came to.
    struct transfer {
        std::size_t bytes = 0;
        bool later = false; ///< Nothing more goes through now; readiness will be told.
        bool ended = false; ///< Nothing will come any more.
        bool failed = false;
    };

    transfer receive(std::span<char> into) noexcept;
    /// Sends as much as the system takes: all, unless `later` or `failed`.
    transfer send(std::string_view bytes) noexcept;
    /// Whether something has come that nobody has looked at yet.
    bool has_input() const noexcept;
    /// Tells the peer that nothing more is sent; false where it is gone.
    bool end_sending() noexcept;
    void close() noexcept { descriptor_.close(); }
    /// Has the system keep nothing for the peer when it is closed.
    void reset_when_closed() noexcept;

    int number() const noexcept { return descriptor_.number(); }
    bool is_open() const noexcept { return descriptor_.is_open(); }

  private:
    descriptor descriptor_;
};

} // namespace vesta::net
