#pragma once

#include <vesta/base/result.hpp>
#include <vesta/tls/options.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vesta::etcd {

/// How to reach a cluster, and how long it may take.
struct options {
    std::string name = "stores.etcd"; ///< The name of this store in the settings, at the beginning of every error text.
    /// host[:port][,host[:port]...]: members of one cluster, of which the first that can be used is.
    std::string hosts = "127.0.0.1";
    std::uint16_t port = 2379;    ///< Of each host that names none.
    std::string folder = "vesta"; ///< All keys begin with /vesta/ and this.
    std::string user;             ///< Empty: none.
    std::string password;         ///< Never part of an error text.
    /// How it speaks TLS; none: plainly. Files are read with every connection, so that renewed ones are taken.
    std::optional<tls::client_options> tls{};
    /// The limit for every call, except the look-up of a host's name. A call without an answer by then has failed,
    /// whether or not it was carried out.
    std::chrono::milliseconds call_timeout{3000};
};

/// One member of a cluster.
struct endpoint {
    std::string host;
    std::uint16_t port;

    std::string text() const;
};

/// The members that @p of names.
///
/// Errors: `invalid_settings`.
result<std::vector<endpoint>> endpoints(const options& of);

/// Checks @p of for values that can never work, and reads the files that it names.
///
/// Errors: `invalid_settings`.
result<void> check(const options& of);

} // namespace vesta::etcd
