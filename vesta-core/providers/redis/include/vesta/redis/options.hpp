#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace vesta::redis {

/// Where a Redis server is, and how long it may take.
struct options {
    std::string host = "127.0.0.1";
    std::uint16_t port = 6379;
    std::string user;     ///< Empty: the default user.
    std::string password; ///< Empty: none is asked for.
    unsigned database = 0;
    std::chrono::milliseconds connect_timeout{1000};
    std::chrono::milliseconds answer_timeout{1000};
    /// What the names of our keys begin with.
    std::string prefix = "vesta.sharded.";
};

} // namespace vesta::redis
