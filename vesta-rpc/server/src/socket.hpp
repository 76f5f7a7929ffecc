#pragma once

#include "asio.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace vesta::rpc::detail {

/// A connected TCP socket that never waits.
class socket {
  public:
    explicit socket(int descriptor) noexcept : descriptor_{descriptor} {}
    socket(socket&& other) noexcept : descriptor_{std::exchange(other.descriptor_, -1)} {}
    socket& operator=(socket&& other) noexcept {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    ~socket() { close(); }

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
    void close() noexcept;

    bool is_open() const noexcept { return descriptor_ >= 0; }
    int descriptor() const noexcept { return descriptor_; }
    /// The peer as ADDRESS:PORT; a question mark where it is gone already.
    std::string peer() const;

    /// Answers at once rather than in full packets, and has the system ask a silent peer whether it is still there.
    void set_options() noexcept;

  private:
    int descriptor_;
};

/// Takes one connection from @p listening; a closed socket and the reason where there is none.
socket accept(tcp_acceptor& listening, boost::system::error_code& why_not);

} // namespace vesta::rpc::detail
