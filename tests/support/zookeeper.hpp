#pragma once

#include "control.hpp"

#include <vesta/zookeeper/session.hpp>

#include <atomic>
#include <memory>
#include <string>

namespace vesta::testing {

/// A session with the servers of this test; patient with a first request to a cold Java machine.
inline std::shared_ptr<zookeeper::session>
new_session(const std::string& hosts = server_setting("VESTA_TEST_ZOOKEEPER"),
            std::chrono::milliseconds call_timeout = std::chrono::seconds{10}) {
    zookeeper::options with{.hosts = hosts};
    with.call_timeout = call_timeout;
    return std::make_shared<zookeeper::session>(with);
}

/// A name for a fleet that no other test of this program has.
inline std::string new_fleet() {
    static std::atomic<int> fleets{0};
    return "fleet" + std::to_string(++fleets);
}

} // namespace vesta::testing
