#pragma once

#include "support/control.hpp"

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace vesta::testing {

/// A backup of all objects, as an administrator makes one: of the stand-in's file, or of the real API server's etcd.
class saved_data {
  public:
    saved_data() {
        if (is_real())
            control("snapshot save " + file_);
        else
            std::filesystem::copy_file(objects(), file_);
    }

    void restore() const {
        order("kill kubernetes");
        if (is_real())
            restore_etcd();
        else
            std::filesystem::copy_file(file_, objects(), std::filesystem::copy_options::overwrite_existing);
        order("start kubernetes");
    }

  private:
    static bool is_real() { return std::getenv("VESTA_TEST_ETCD_HOSTS") != nullptr; }
    static std::string objects() { return server_setting("VESTA_TEST_KUBERNETES_FOLDER") + "/objects"; }

    static void control(const std::string& words) {
        const std::string command = "ETCDCTL_API=3 etcdctl --endpoints " + server_setting("VESTA_TEST_ETCD_HOSTS") +
                                    " " + words + " >/dev/null";
        if (std::system(command.c_str()) != 0) throw std::runtime_error{"etcdctl refused: " + words};
    }

    void restore_etcd() const {
        const auto data = server_setting("VESTA_TEST_ETCD_DATA"), name = server_setting("VESTA_TEST_ETCD_NAME");
        const auto peer = server_setting("VESTA_TEST_ETCD_PEER");
        order("kill etcd");
        std::filesystem::remove_all(data);
        control("snapshot restore " + file_ + " --data-dir " + data + " --name " + name + " --initial-cluster " + name +
                "=" + peer + " --initial-advertise-peer-urls " + peer);
        order("start etcd");
    }

    inline static std::atomic<int> count_{0};
    const std::string file_ = server_setting("VESTA_TEST_FOLDER") + "/kubernetes" + std::to_string(++count_) + ".saved";
};

} // namespace vesta::testing
