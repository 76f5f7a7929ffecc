#include "support/fake_server.hpp"

#include <vesta/rpc/client.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <latch>
#include <string>

namespace vesta::rpc {
namespace {

using vesta::testing::fake_server;

// A connection told those whose time was over while it went through what it had sent, and each of them sent the next
// request there: the list grew under its reader's feet.
TEST(late_requests_test, lets_whoever_gets_no_answer_in_time_ask_again_on_the_same_connection) {
    constexpr int tags = 300; // enough for the list to move
    std::latch asked{tags};
    const fake_server mute{[&](const fake_server::visitor& from) {
        from.greet();
        for (std::string some = from.read(); !some.empty(); some = from.read()) {
            for (auto commands = std::ranges::count(some, '*'); commands > 0 && !asked.try_wait(); --commands)
                asked.count_down();
        }
    }};
    client_options options{.servers = {mute.address()}, .call_timeout = std::chrono::seconds{2}};
    options.connect_timeout = options.answer_timeout = std::chrono::minutes{10};
    client remote = client::open(options).value();
    std::latch failed{2 * tags};
    id room;
    const auto ask_for_all = [&] {
        for (int i = 0; i < tags; ++i) {
            remote.get({.generator = "segment", .tag = std::to_string(i)})
                .value()
                .async_generate({&room, 1}, [&](const result<void>&) { failed.count_down(); });
        }
    };
    ask_for_all();
    asked.wait();
    ask_for_all(); // these are still waiting when the requests of the first are late
    failed.wait();
}

} // namespace
} // namespace vesta::rpc
