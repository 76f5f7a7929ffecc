#pragma once

#include <vesta/generate/catalogue.hpp>
#include <vesta/rpc/server_options.hpp>
#include <vesta/rpc/server_statistics.hpp>

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::rpc::detail {

/// What all connections of a server share. Read only, but for the catalogue, which any thread may use.
struct service {
    /// @p with and @p published outlive it.
    service(const server_options& with, catalogue& published, std::function<server_statistics()> count);

    const server_options& options;
    catalogue& from;
    /// Adds up what all threads counted.
    const std::function<server_statistics()> statistics;
    std::vector<std::string> generators; ///< Their names, as they were at the start.
    std::string segment;                 ///< The generator that INCR means; empty where there is none.
    std::string sharded;                 ///< The generator that NEXT means; empty where there is none.
    std::string address;                 ///< Where the server listens.
    const std::chrono::steady_clock::time_point since = std::chrono::steady_clock::now();

    /// The place of @p name in `generators`; their number where it is not among them.
    std::size_t index(std::string_view name) const noexcept;
};

/// The version of Redis that clients are told where they ask for one: the commands they may then expect on connecting
/// are those answered here.
inline constexpr std::string_view redis_version = "7.0.0";

} // namespace vesta::rpc::detail
