#pragma once

#include <vesta/embed/byte_count.hpp>
#include <vesta/rest/compatibility.hpp>
#include <vesta/rest/limits.hpp>
#include <vesta/rpc/limits.hpp>
#include <vesta/tls/options.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

// The part of the settings that is about servers.
namespace vesta::embed {

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
    std::optional<tls::server_options> tls;            ///< Absent: connections are plain.
    std::uint32_t threads = 0;
    std::chrono::milliseconds drain{0};
    std::chrono::milliseconds stop_deadline{5'000};
    std::vector<std::string> hosts; ///< Names under which clients may ask, without ports.
    rest::compatibility compatibility = rest::compatibility::own;
    rest::limits limits;
};

/// rpc: the RPC server. 0 threads: one per processor. Without a password source it asks for no password.
struct rpc_settings {
    bool enabled = true;
    std::vector<std::string> listen{"127.0.0.1:6399"}; ///< address:port, or unix:path.
    std::optional<tls::server_options> tls;            ///< Absent: connections are plain.
    std::uint32_t threads = 0;
    std::chrono::milliseconds drain{0};
    std::chrono::milliseconds stop_deadline{5'000};
    std::string password_file;
    std::string password_env;
    rpc::id_replies ids = rpc::id_replies::automatic;
    rpc::limits limits;
};

/// limits: what all servers of one process take on together.
struct limit_settings {
    byte_count memory{256 * mebibyte.value};
    std::uint32_t connections_per_address = 1000;
    std::uint32_t most_tags = 1'000'000; ///< Of each generator.
};

} // namespace vesta::embed
