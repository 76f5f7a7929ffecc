#pragma once

#include "tcp_peer.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace vesta::testing {

/// How a peer speaks TLS.
struct tls_manners {
    std::string ca;          ///< Whom it trusts; empty: anybody.
    std::string certificate; ///< Its own; empty: none.
    std::string key;
    int highest = TLS1_3_VERSION;
    std::string protocols; ///< For ALPN, each after its length: "\x08http/1.1".
};

/// A client by OpenSSL alone, apart from ours. Blocks, but not for ever.
class tls_peer {
  public:
    /// Errors: throws std::runtime_error if there is no agreement.
    explicit tls_peer(tcp_peer over, const tls_manners& how = {})
        : over_{std::move(over)}, context_{SSL_CTX_new(TLS_client_method()), SSL_CTX_free} {
        SSL_CTX_set_max_proto_version(context_.get(), how.highest);
        SSL_CTX_set_options(context_.get(), SSL_OP_IGNORE_UNEXPECTED_EOF);
        if (!how.ca.empty()) {
            SSL_CTX_load_verify_locations(context_.get(), how.ca.c_str(), nullptr);
            SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER, nullptr);
        }
        if (!how.certificate.empty()) {
            SSL_CTX_use_certificate_file(context_.get(), how.certificate.c_str(), SSL_FILETYPE_PEM);
            SSL_CTX_use_PrivateKey_file(context_.get(), how.key.c_str(), SSL_FILETYPE_PEM);
        }
        ssl_.reset(SSL_new(context_.get()));
        if (!how.protocols.empty())
            SSL_set_alpn_protos(ssl_.get(), reinterpret_cast<const unsigned char*>(how.protocols.data()),
                                static_cast<unsigned>(how.protocols.size()));
        SSL_set_fd(ssl_.get(), over_.descriptor());
        if (SSL_connect(ssl_.get()) != 1) throw std::runtime_error{"no agreement: " + reason()};
    }

    void send(std::string_view bytes) {
        if (SSL_write(ssl_.get(), bytes.data(), static_cast<int>(bytes.size())) <= 0)
            throw std::runtime_error{"the connection was closed while it was written to: " + reason()};
    }
    /// Sends bytes that are not TLS's.
    void send_plain(std::string_view bytes) { over_.send(bytes); }
    /// Sends @p times a message of TLS's own, which no byte for the server comes with.
    void change_keys(int times) {
        for (int i = 0; i < times; ++i)
            if (SSL_key_update(ssl_.get(), SSL_KEY_UPDATE_NOT_REQUESTED) != 1 || SSL_do_handshake(ssl_.get()) != 1)
                throw std::runtime_error{"no new keys: " + reason()};
    }
    /// Says that it sends no more, and goes on reading.
    void end_sending() { SSL_shutdown(ssl_.get()); }

    std::string read(std::size_t size) {
        std::string all(size, '\0');
        for (std::size_t got = 0; got < size;) {
            const int more = SSL_read(ssl_.get(), all.data() + got, static_cast<int>(size - got));
            if (more <= 0) throw std::runtime_error{"the connection ended after " + std::to_string(got) + " bytes"};
            got += static_cast<std::size_t>(more);
        }
        return all;
    }
    std::string read_to_end() {
        std::string all;
        char chunk[4096];
        for (;;) {
            const int more = SSL_read(ssl_.get(), chunk, sizeof chunk);
            if (more <= 0) return all;
            all.append(chunk, static_cast<std::size_t>(more));
        }
    }
    /// Whether the other end has said that it sends no more, as it should before it closes.
    bool was_told_goodbye() const { return (SSL_get_shutdown(ssl_.get()) & SSL_RECEIVED_SHUTDOWN) != 0; }

    std::string version() const { return SSL_get_version(ssl_.get()); }
    /// The name of the certificate that the other end has shown.
    std::string server() const {
        const X509* const shown = SSL_get0_peer_certificate(ssl_.get());
        char name[256] = "";
        X509_NAME_get_text_by_NID(X509_get_subject_name(shown), NID_commonName, name, sizeof name);
        return name;
    }
    std::string protocol() const {
        const unsigned char* chosen = nullptr;
        unsigned size = 0;
        SSL_get0_alpn_selected(ssl_.get(), &chosen, &size);
        return {reinterpret_cast<const char*>(chosen), size};
    }
    int descriptor() const noexcept { return over_.descriptor(); }

  private:
    static std::string reason() {
        const char* const text = ERR_reason_error_string(ERR_get_error());
        ERR_clear_error();
        return text != nullptr ? text : "it is gone";
    }

    tcp_peer over_;
    std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_;
    std::unique_ptr<SSL, decltype(&SSL_free)> ssl_{nullptr, SSL_free};
};

} // namespace vesta::testing
