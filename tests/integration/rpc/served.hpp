#pragma once

#include "support/tcp_peer.hpp"
#include "support/test_catalogue.hpp"

#include <vesta/rpc/server.hpp>

#include <memory>

namespace vesta::rpc {

/// A server over a test catalogue.
struct served {
    explicit served(server_options with = {}) {
        with.listen = "127.0.0.1:0";
        if (with.threads == 0) with.threads = 1;
        serving = server::start(with, generators).value();
    }

    testing::tcp_peer connect() const { return testing::tcp_peer{serving->port()}; }

    testing::test_catalogue generators;
    std::unique_ptr<server> serving;
};

} // namespace vesta::rpc
