#pragma once

#include "control.hpp"

#include <exception>
#include <iostream>
#include <string>

namespace vesta::testing {

/// A proxy in front of one of the servers around this test, for as long as it lives. As the first base of what reaches
/// the server through it, it is there before and after all connections.
class store_proxy {
  public:
    /// @p server as `order` knows it: "mariadb", "zookeeper". Throws std::runtime_error where there is none.
    explicit store_proxy(const std::string& server) : port_{order("proxy open " + server)} {}
    store_proxy(const store_proxy&) = delete;
    store_proxy& operator=(const store_proxy&) = delete;
    ~store_proxy() {
        try {
            order("proxy close " + port_);
        } catch (const std::exception& failed) { // it ends with the servers then
            std::cerr << failed.what() << '\n';
        }
    }

    /// On 127.0.0.1.
    const std::string& port() const noexcept { return port_; }

    /// Drops all connections, and refuses new ones until it heals.
    void cut() { order("proxy cut " + port_); }
    /// Carries nothing, and says nothing, until it heals.
    void freeze() { order("proxy freeze " + port_); }
    void heal() { order("proxy heal " + port_); }
    /// Drops all connections.
    void drop() { order("proxy drop " + port_); }
    /// Carries everything @p ms milliseconds late.
    void delay(int ms) { order("proxy delay " + port_ + " " + std::to_string(ms)); }

  private:
    const std::string port_;
};

} // namespace vesta::testing
