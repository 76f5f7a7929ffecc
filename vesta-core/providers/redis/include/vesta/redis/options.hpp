#pragma once

#include <vesta/tls/options.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace vesta::redis {

/// How to reach a Redis server, and how long it may take.
struct options {
    std::string host = "127.0.0.1";
    std::uint16_t port = 6379;
    std::string user;     ///< Empty: the default user. Used only with a password.
    std::string password; ///< Empty: no AUTH is sent.
    unsigned database = 0;
    /// How it speaks TLS; none: plainly. Files are read with every connection, so that renewed ones are taken.
    std::optional<tls::client_options> tls{};
    /// The limit for making a connection.
    std::chrono::milliseconds connect_timeout{1000};
    /// The limit for each answer; beyond it the connection is closed.
    std::chrono::milliseconds answer_timeout{1000};
    /// The beginning of the names of our keys.
    std::string prefix = "vesta.sharded.";
};

} // namespace vesta::redis
