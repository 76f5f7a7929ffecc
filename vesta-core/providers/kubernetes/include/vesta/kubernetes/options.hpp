#pragma once

#include <vesta/base/result.hpp>
#include <vesta/tls/options.hpp>

#include <chrono>
#include <cstdint>
#include <string>

namespace vesta::kubernetes {

/// How to reach an API server, and how long it may take. There is no way without TLS.
struct options {
    std::string name = "stores.k8s"; ///< The name of this store in the settings, at the beginning of every error text.
    std::string host;                ///< Without a port.
    std::uint16_t port = 0;
    std::string space;           ///< The namespace of the Lease objects.
    std::string fleet = "vesta"; ///< All their names begin with this and a dot.
    std::string token;           ///< Shown with every request. Never part of an error text.
    std::string token_file;      ///< Where there is no `token`: read again each minute, and when it is refused.
    tls::client_options tls{};   ///< Files are read with every connection, so that renewed ones are taken.
    /// The limit for every call, except the look-up of a host's name. A call without an answer by then has failed,
    /// whether or not it was carried out.
    std::chrono::milliseconds call_timeout{3000};
};

/// The folder of a pod's service account.
inline constexpr const char* account_folder = "/var/run/secrets/kubernetes.io/serviceaccount";

/// @p of with what it leaves out as Kubernetes tells every pod: the API server by $KUBERNETES_SERVICE_HOST and
/// $KUBERNETES_SERVICE_PORT, and in @p account the namespace, the token's file, and the server's authority.
///
/// Errors: `invalid_settings`, if the host or the namespace is not told either, or the host is, and no authority.
result<options> completed(options of, const std::string& account = account_folder);

/// Checks @p of for values that can never work, and reads the files of TLS that it names.
///
/// Errors: `invalid_settings`.
result<void> check(const options& of);

} // namespace vesta::kubernetes
