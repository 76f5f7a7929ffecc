#pragma once

#include <vesta/net/descriptor.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace vesta::rpc::detail {

/// A connected TCP socket that never waits.
class socket {
  public:
    explicit socket(net::descriptor connected) noexcept : descriptor_{std::move(connected)} {}

    /// What one attempt to send or receive came to.
    struct transfer {
        std::size_t bytes = 0;
        bool later = false; ///< Nothing went through now; readiness will be told.
        bool ended = false; ///< Nothing will go through any more.
    };

    transfer receive(std::span<char> into) noexcept;
    transfer send(std::string_view bytes) noexcept;
    /// Tells the peer that nothing more is sent.
    void end_sending() noexcept;
    void close() noexcept { descriptor_.close(); }

    int number() const noexcept { return descriptor_.number(); }
    /// The peer as ADDRESS:PORT; a question mark where it is gone already.
    std::string peer() const;

  private:
    net::descriptor descriptor_;
};

} // namespace vesta::rpc::detail
