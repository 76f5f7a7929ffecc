#pragma once

#include "control.hpp"

#include <vesta/kubernetes/options.hpp>

#include <atomic>
#include <stdexcept>
#include <string>

namespace vesta::testing {

inline std::string told_of_kubernetes(const std::string& what) {
    return server_setting(("VESTA_TEST_KUBERNETES_" + what).c_str());
}

/// How to reach the API server around this test as its service account; with a fleet that no other test has.
inline kubernetes::options kubernetes_options(const std::string& port = told_of_kubernetes("PORT")) {
    static std::atomic<int> fleets{0};
    return {.name = "stores.k8s",
            .host = told_of_kubernetes("HOST"),
            .port = static_cast<std::uint16_t>(std::stoi(port)),
            .space = told_of_kubernetes("NAMESPACE"),
            .fleet = "fleet" + std::to_string(++fleets),
            .token_file = told_of_kubernetes("TOKEN_FILE"),
            .tls = {.ca_file = told_of_kubernetes("CA")},
            .call_timeout = std::chrono::seconds{10}};
}

/// Asks the API server as an administrator would, by curl; throws where that fails. @p path is below the leases of the
/// namespace.
inline void ask_kubernetes(const std::string& method, const std::string& path, const std::string& body = "") {
    const std::string type = method == "PATCH" ? "merge-patch+json" : "json";
    const std::string command =
        "curl -sSf -o /dev/null --cacert " + told_of_kubernetes("CA") + " -H 'Authorization: Bearer " +
        told_of_kubernetes("ADMIN") + "' -H 'Content-Type: application/" + type + "' -X " + method +
        (body.empty() ? "" : " --data-binary '" + body + "'") + " https://127.0.0.1:" + told_of_kubernetes("PORT") +
        "/apis/coordination.k8s.io/v1/namespaces/" + told_of_kubernetes("NAMESPACE") + "/leases" + path;
    if (std::system(command.c_str()) != 0) throw std::runtime_error{"the API server refused: " + method + " " + path};
}

} // namespace vesta::testing
