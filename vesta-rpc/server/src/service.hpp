#pragma once

#include "client_list.hpp"

#include <vesta/access/gate.hpp>
#include <vesta/base/random_bits.hpp>
#include <vesta/catalogue/catalogue.hpp>
#include <vesta/catalogue/snapshot.hpp>
#include <vesta/rpc/server_counts.hpp>
#include <vesta/rpc/server_options.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::rpc::detail {

/// A section of INFO: its name in lower case, and its text.
struct info_section {
    std::string_view name;
    std::string text;
};

/// The data that all connections of a server share. Read-only.
struct service {
    /// @p with and @p published outlive it.
    service(const server_options& with, const catalogue& published, std::function<server_counts()> count);

    const server_options& options;
    const catalogue& from;
    /// Adds up the counts of all threads.
    const std::function<server_counts()> counts;
    result<named_generator*> segment;                ///< The generator that INCR means.
    result<named_generator*> sharded;                ///< The generator that NEXT means.
    std::string address;                             ///< Where the server listens.
    std::uint16_t port = 0;                          ///< 0: only at unix sockets.
    const std::unique_ptr<access::gate> of_password; ///< Where the options have a password and no gate.
    access::gate* const gate;                        ///< Null: every client may do everything.
    const std::string node = random_hex(40);         ///< What CLUSTER calls this server.
    const std::chrono::steady_clock::time_point since = std::chrono::steady_clock::now();
    mutable client_list clients;
    /// Ends the clients of these numbers, in rising order, whichever threads serve them. Set before the server serves.
    std::function<void(std::vector<std::uint64_t>)> cut = [](const std::vector<std::uint64_t>&) {};
    /// INFO's sections, made from what is above.
    mutable snapshot<std::vector<info_section>> info;
};

/// The version of Redis that clients are told. The commands that they then send on connecting are answered here.
inline constexpr std::string_view redis_version = "7.0.0";

} // namespace vesta::rpc::detail
