#pragma once

#include "support/tcp_peer.hpp"
#include "support/test_catalogue.hpp"

#include <vesta/rpc/server.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace vesta::rpc {

/// A server over a test catalogue, with one thread and on a free port where nothing else is said.
struct served {
    explicit served(server_options with = {}, machine_id machine = {1}) : generators{{.machine = machine}} {
        if (with.listen == server_options{}.listen) with.listen = "127.0.0.1:0";
        if (with.threads == 0) with.threads = 1;
        serving = server::start(with, generators).value();
    }

    testing::tcp_peer connect() const { return testing::tcp_peer{serving->port()}; }
    const std::string& address() const { return serving->address(); }
    /// Whether it stopped before @p deadline.
    bool stop(std::chrono::milliseconds deadline = std::chrono::minutes{1}) {
        serving->begin_stop(deadline);
        return serving->wait();
    }
    std::uint64_t count(std::string_view command, std::string_view result = "ok") const {
        for (const command_count& each : serving->counts().commands)
            if (each.command == command && each.result == result) return each.count;
        return 0;
    }

    testing::test_catalogue generators;
    std::unique_ptr<server> serving;
};

} // namespace vesta::rpc
