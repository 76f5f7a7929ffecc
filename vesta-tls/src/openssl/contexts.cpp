#include "contexts.hpp"

#include "authorities.hpp"
#include "credentials.hpp"
#include "layer.hpp"
#include "pointers.hpp"

#include <arpa/inet.h>

#include <array>
#include <new>

namespace vesta::tls::openssl {
namespace {

// With forward secrecy and authenticated encryption: Mozilla's intermediate list, version 5.7, without DHE.
constexpr const char* ciphers_of_1_2 = "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:"
                                       "ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:"
                                       "ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305";
constexpr const char* groups = "X25519:P-256:P-384";
constexpr std::string_view session_scope = "vesta"; // tickets are good for the context that made them only

ssl_context_pointer make_ssl_context(const SSL_METHOD* side, version lowest) {
    ssl_context_pointer made{SSL_CTX_new(side)};
    if (!made) throw std::bad_alloc{};
    SSL_CTX_set_min_proto_version(made.get(), lowest == version::v1_3 ? TLS1_3_VERSION : TLS1_2_VERSION);
    SSL_CTX_set_max_proto_version(made.get(), TLS1_3_VERSION);
    SSL_CTX_set_cipher_list(made.get(), ciphers_of_1_2);
    SSL_CTX_set1_groups_list(made.get(), groups);
    // Requests say themselves where they end, so a connection that just ends takes nothing from them.
    SSL_CTX_set_options(made.get(), SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_mode(made.get(),
                     SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_read_ahead(made.get(), 1);
    SSL_CTX_set_session_cache_mode(made.get(), SSL_SESS_CACHE_OFF); // tickets do without
    return made;
}

/// Chooses @p arg, the protocol, among those that a client offers.
int choose_protocol(SSL*, const unsigned char** chosen, unsigned char* size, const unsigned char* offered,
                    unsigned int length, void* arg) {
    const auto& only = *static_cast<const std::string*>(arg);
    for (unsigned at = 0; at < length; at += offered[at] + 1U) {
        const std::string_view each{reinterpret_cast<const char*>(offered + at + 1), offered[at]};
        if (each != only) continue;
        *chosen = offered + at + 1;
        *size = offered[at];
        return SSL_TLSEXT_ERR_OK;
    }
    return SSL_TLSEXT_ERR_ALERT_FATAL;
}

class server_context final : public context, public std::enable_shared_from_this<server_context> {
  public:
    explicit server_context(const server_options& how)
        : protocol_{how.protocol}, context_{make_ssl_context(TLS_server_method(), how.lowest)} {
        SSL_CTX_set_num_tickets(context_.get(), 1);
        SSL_CTX_set_session_id_context(context_.get(), reinterpret_cast<const unsigned char*>(session_scope.data()),
                                       session_scope.size());
        if (!protocol_.empty()) SSL_CTX_set_alpn_select_cb(context_.get(), choose_protocol, &protocol_);
    }

    result<void> read_files(const server_options& how) {
        auto read = use_credentials(*context_, how.certificate, how.key, warnings_);
        if (!read || how.clients == client_certificates::off) return read;
        const bool required = how.clients == client_certificates::required;
        SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER | (required ? SSL_VERIFY_FAIL_IF_NO_PEER_CERT : 0), nullptr);
        return use_authorities(*context_, how.client_ca, telling::clients);
    }

    std::unique_ptr<layer> make_layer(int socket, const std::string&) const override {
        ssl_pointer fresh{SSL_new(context_.get())};
        if (!fresh) throw std::bad_alloc{};
        SSL_set_accept_state(fresh.get());
        return std::make_unique<ssl_layer>(shared_from_this(), std::move(fresh), socket);
    }

    const std::vector<std::string>& warnings() const noexcept override { return warnings_; }

  private:
    std::string protocol_; // OpenSSL has its address
    const ssl_context_pointer context_;
    std::vector<std::string> warnings_;
};

bool is_address(const std::string& host) noexcept {
    std::array<unsigned char, sizeof(in6_addr)> unused{};
    return ::inet_pton(AF_INET, host.c_str(), unused.data()) == 1 ||
           ::inet_pton(AF_INET6, host.c_str(), unused.data()) == 1;
}

/// Lets the server's certificate pass only if it is that of @p name, and says which is asked for.
void expect(SSL& of, const std::string& name) {
    if (is_address(name)) {
        X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(&of), name.c_str());
    } else {
        SSL_set_tlsext_host_name(&of, name.c_str());
        SSL_set_hostflags(&of, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
        if (SSL_set1_host(&of, name.c_str()) != 1) throw std::bad_alloc{};
    }
}

class client_context final : public context, public std::enable_shared_from_this<client_context> {
  public:
    explicit client_context(const client_options& how)
        : server_name_{how.server_name}, context_{make_ssl_context(TLS_client_method(), how.lowest)} {
        SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER, nullptr);
    }

    result<void> read_files(const client_options& how) {
        if (how.ca_file.empty()) {
            SSL_CTX_set_default_verify_paths(context_.get());
        } else if (auto trusted = use_authorities(*context_, how.ca_file, telling::nobody); !trusted) {
            return trusted;
        }
        return how.certificate.empty() ? result<void>{}
                                       : use_credentials(*context_, how.certificate, how.key, warnings_);
    }

    std::unique_ptr<layer> make_layer(int socket, const std::string& host) const override {
        ssl_pointer fresh{SSL_new(context_.get())};
        if (!fresh) throw std::bad_alloc{};
        SSL_set_connect_state(fresh.get());
        expect(*fresh, server_name_.empty() ? host : server_name_);
        return std::make_unique<ssl_layer>(shared_from_this(), std::move(fresh), socket);
    }

    const std::vector<std::string>& warnings() const noexcept override { return warnings_; }

  private:
    const std::string server_name_;
    const ssl_context_pointer context_;
    std::vector<std::string> warnings_;
};

template <class Context, class Options>
result<shared_context> make(const Options& how) {
    auto made = std::make_shared<Context>(how);
    if (auto read = made->read_files(how); !read) return std::move(read).error();
    return shared_context{std::move(made)};
}

} // namespace

result<shared_context> make_server_context(const server_options& how) {
    return make<server_context>(how);
}

result<shared_context> make_client_context(const client_options& how) {
    return make<client_context>(how);
}

} // namespace vesta::tls::openssl
