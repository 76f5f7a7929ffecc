#include "support/test_catalogue.hpp"

#include <vesta/rpc/client.hpp>
#include <vesta/rpc/server.hpp>

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <latch>
#include <netdb.h>
#include <string_view>

namespace {

std::latch name_server_is_back{1};

} // namespace

/// The C library's, but for one name that no name server answers for as long as the test wants.
extern "C" int getaddrinfo(const char* node, const char* service, const addrinfo* hints, addrinfo** found) {
    if (node != nullptr && std::string_view{node} == "slow.test") {
        name_server_is_back.wait();
        return EAI_AGAIN;
    }
    static const auto real = reinterpret_cast<decltype(&getaddrinfo)>(::dlsym(RTLD_NEXT, "getaddrinfo"));
    return real(node, service, hints, found);
}

namespace vesta::rpc {
namespace {

TEST(names_test, reaches_a_server_by_its_address_while_the_name_of_another_is_being_resolved) {
    vesta::testing::test_catalogue generators{{.machine = machine_id{7}}};
    const auto serving = server::start({.listen = "127.0.0.1:0", .threads = 1}, generators).value();
    client remote = client::open({.servers = {"slow.test:6399", serving->address()},
                                  .call_timeout = std::chrono::milliseconds{30'000},
                                  .connect_timeout = std::chrono::milliseconds{10'000}})
                        .value();
    const auto made = remote.generate();
    name_server_is_back.count_down();
    EXPECT_TRUE(made) << made.error().message;
}

TEST(names_test, refuses_what_is_no_host_and_port) {
    for (const std::string_view wrong : {"", "db1", "db1:", ":6399", "db1:0", "db1:65536", "db1:6399x", "::1:6399",
                                         "[db1]:6399", " db1:6399", "db 1:6399", "http://db1:6399"}) {
        const auto opened = client::open({.servers = {std::string{wrong}}});
        ASSERT_FALSE(opened) << wrong;
        EXPECT_EQ(opened.error().code, errc::invalid_settings) << wrong;
    }
    for (const std::string_view right : {"db1:6399", "10.0.0.1:6399", "[::1]:6399"})
        EXPECT_TRUE(client::open({.servers = {std::string{right}}})) << right;
}

} // namespace
} // namespace vesta::rpc
