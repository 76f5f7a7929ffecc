#pragma once

#include "bio.hpp"
#include "pointers.hpp"

#include <vesta/tls/context.hpp>

namespace vesta::tls::openssl {

/// TLS by OpenSSL, directly on the socket.
class ssl_layer final : public layer {
  public:
    /// @p fresh is set up as a server's or a client's side, by @p of.
    ///
    /// Errors: throws std::bad_alloc.
    ssl_layer(shared_context of, ssl_pointer fresh, int socket);
    ssl_layer(const ssl_layer&) = delete;
    ssl_layer& operator=(const ssl_layer&) = delete;
    ~ssl_layer() override;

    handshake shake_hands() noexcept override;
    transfer receive(std::span<char> into) noexcept override;
    transfer send(std::string_view bytes) noexcept override;
    bool has_input() const noexcept override;
    void end_sending() noexcept override;
    std::vector<std::string> certificate_names() const override;
    std::string trouble() const override { return trouble_; }

  private:
    void fail() noexcept;
    void stop_reading(transfer& so_far, int result) noexcept;

    const shared_context of_;
    socket_below socket_;
    const ssl_pointer ssl_;
    std::string trouble_;
    bool is_up_ = false; // the handshake is done, and nothing has failed
};

} // namespace vesta::tls::openssl
