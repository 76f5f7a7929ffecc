#pragma once

#include <vesta/embed/byte_count.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

// The part of the settings that is about servers.
namespace vesta::embed {

/// rest.tls.client-certificates: whether clients are asked for certificates.
enum class client_certificates : std::uint8_t { off, optional, required };
/// rest.tls.min-version.
enum class tls_version : std::uint8_t { v1_2, v1_3 };

/// rest.tls and rpc.tls: how the server protects its TCP connections. Files in PEM.
struct tls_settings {
    std::string certificate;
    std::string key;
    std::string client_ca;
    client_certificates clients = client_certificates::off;
    tls_version lowest = tls_version::v1_3;
};

/// peers-tls: how peers are asked by TLS. Files in PEM.
struct peer_tls_settings {
    std::string ca_file;     ///< Empty: the system's authorities.
    std::string server_name; ///< Empty: that of the peer.
    std::string certificate; ///< Empty: none is shown to peers.
    std::string key;
};

/// rest.limits, with the server's own defaults, which a test holds equal. See docs/http-api.md.
struct rest_limit_settings {
    std::uint32_t header_bytes = 16 * 1024;
    std::uint32_t header_fields = 100;
    std::uint64_t body_bytes = 64 * 1024;
    std::uint32_t batch = 10'000;
    std::uint32_t connections = 20'000;
    std::uint32_t requests_in_flight = 10'000;
    std::uint64_t unsent_bytes = 64 * 1024 * 1024;
    std::chrono::milliseconds idle{75'000};
    std::chrono::milliseconds handshake{10'000};
    std::chrono::milliseconds read{15'000};
    std::chrono::milliseconds write{30'000};
    std::chrono::milliseconds patience{2'000};
    std::chrono::milliseconds serve{10'000};
};

/// rpc.limits, with the server's own defaults, which a test holds equal. See docs/rpc-protocol.md.
struct rpc_limit_settings {
    std::uint32_t connections = 10'000;
    std::uint32_t ids_per_command = 10'000;
    std::uint32_t numbers_per_range = 1'048'576;
    std::uint64_t unsent_bytes = 256 * 1024;
    std::uint32_t auth_failures = 10;
    std::chrono::milliseconds idle{0};
    std::chrono::milliseconds handshake{10'000};
    std::chrono::milliseconds command_arrival{10'000};
    std::chrono::milliseconds answer_departure{30'000};
    std::chrono::milliseconds patience{2'000};
};

/// security: who may do what on both servers.
struct security_settings {
    std::filesystem::path access_file; ///< Empty: there are no rights.
    std::string token_file;            ///< A file that holds the token that this server shows to its peers;
    std::string token_env;             ///< or the environment variable that does.
    bool insecure_open = false;        ///< Whether a server may listen beyond loopback without rights.
};

/// rest: the HTTP server. 0 threads: one per processor.
struct rest_settings {
    bool enabled = true;
    std::vector<std::string> listen{"127.0.0.1:8080"}; ///< address:port, or unix:path.
    std::optional<tls_settings> tls;                   ///< Absent: connections are plain.
    std::uint32_t threads = 0;
    std::chrono::milliseconds drain{0};
    std::chrono::milliseconds stop_deadline{5'000};
    std::vector<std::string> hosts; ///< Names under which clients may ask, without ports.
    rest_limit_settings limits;
};

/// rpc.ids: how IDs are answered. `automatic`: as text to clients whose library is known to round them.
enum class rpc_ids : std::uint8_t { automatic, integer, text };

/// rpc: the RPC server. 0 threads: one per processor. Without a password source it asks for no password.
struct rpc_settings {
    bool enabled = true;
    std::vector<std::string> listen{"127.0.0.1:6399"}; ///< address:port, or unix:path.
    std::optional<tls_settings> tls;                   ///< Absent: connections are plain.
    std::uint32_t threads = 0;
    std::chrono::milliseconds drain{0};
    std::chrono::milliseconds stop_deadline{5'000};
    std::string password_file;
    std::string password_env;
    rpc_ids ids = rpc_ids::automatic;
    rpc_limit_settings limits;
};

/// limits: what all servers of one process take on together.
struct limit_settings {
    byte_count memory{256 * mebibyte.value};
    std::uint32_t connections_per_address = 1000;
    std::uint32_t most_tags = 1'000'000; ///< Of each generator.
};

} // namespace vesta::embed
