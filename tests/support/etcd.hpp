#pragma once

#include "control.hpp"

#include <vesta/etcd/session.hpp>

#include <atomic>
#include <memory>
#include <string>

namespace vesta::testing {

/// How to reach the private etcd, or cluster, of this test; with a folder of keys that no other test has.
inline etcd::options etcd_options(const std::string& hosts = server_setting("VESTA_TEST_ETCD_HOSTS")) {
    static std::atomic<int> folders{0};
    return {.name = "stores.main",
            .hosts = hosts,
            .folder = "fleet" + std::to_string(++folders),
            .call_timeout = std::chrono::seconds{10}};
}

/// Runs etcd's own program, as an administrator would; throws where that fails.
inline void run_etcdctl(const std::string& words) {
    const std::string command =
        "ETCDCTL_API=3 etcdctl --endpoints " + server_setting("VESTA_TEST_ETCD_HOSTS") + " " + words + " >/dev/null";
    if (std::system(command.c_str()) != 0) throw std::runtime_error{"etcdctl refused: " + words};
}

} // namespace vesta::testing
