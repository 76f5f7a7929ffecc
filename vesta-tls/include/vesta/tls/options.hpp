#pragma once

#include <cstdint>
#include <string>

namespace vesta::tls {

/// The lowest version of TLS that is spoken. There is nothing above 1.3 (RFC 8446).
enum class version : std::uint8_t { v1_2, v1_3 };

/// Whether a server asks clients for certificates.
enum class client_certificates : std::uint8_t {
    off,
    optional, ///< A client may show none, but not one that no known authority has signed.
    required
};

/// How a server speaks TLS. Files are in PEM.
struct server_options {
    std::string certificate; ///< Its certificate, followed by those of the authorities between it and a known one.
    std::string key;         ///< The private key, without a pass phrase.
    std::string client_ca;   ///< The authorities of clients' certificates; empty: clients are not asked for any.
    client_certificates clients = client_certificates::off;
    version lowest = version::v1_3;
    /// The protocol that is chosen if a client offers protocols (ALPN, RFC 7301). A client that offers only others is
    /// refused. Empty: offers are ignored.
    std::string protocol;
};

/// How a client speaks TLS. Files are in PEM.
struct client_options {
    std::string ca_file; ///< The authorities of servers' certificates; empty: those of the system.
    /// The name that a server's certificate must have; empty: the host's name, or address, as it was given.
    std::string server_name;
    std::string certificate; ///< The client's own; empty: none is shown.
    std::string key;         ///< Its private key.
    version lowest = version::v1_3;
};

} // namespace vesta::tls
