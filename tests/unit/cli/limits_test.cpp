// Settings cannot name the servers' types, nor the servers the settings': their limits stand in both.
#include "serving.hpp"

#include <gtest/gtest.h>

namespace vesta::cli {
namespace {

using namespace std::chrono_literals;

TEST(limits, are_the_servers_own_where_the_settings_say_nothing) {
    EXPECT_TRUE(rest_options({}).limit == rest::limits{});
    EXPECT_EQ(rest_options({}).listen, rest::server_options{}.listen);
    EXPECT_EQ(rest_options({}).threads, rest::server_options{}.threads);
    const auto rpc = rpc_options({}).value();
    EXPECT_TRUE(rpc.limits == rpc::server_limits{});
    EXPECT_EQ(rpc.listen, rpc::server_options{}.listen);
    EXPECT_EQ(rpc.threads, rpc::server_options{}.threads);
}

/// The limits of a server, or of its settings, each another one.
template <class Limits>
Limits of_rest() {
    return {.header_bytes = 2001,
            .header_fields = 2002,
            .body_bytes = 2003,
            .batch = 2004,
            .connections = 2005,
            .requests_in_flight = 2006,
            .unsent_bytes = 2007,
            .idle = 2008ms,
            .handshake = 2013ms,
            .read = 2009ms,
            .write = 2010ms,
            .patience = 2011ms,
            .serve = 2012ms};
}

template <class Limits>
Limits of_rpc() {
    return {.connections = 2001,
            .ids_per_command = 2002,
            .numbers_per_range = 2003,
            .unsent_bytes = 2004,
            .auth_failures = 2005,
            .idle = 2006ms,
            .handshake = 2010ms,
            .command_arrival = 2007ms,
            .answer_departure = 2008ms,
            .patience = 2009ms};
}

TEST(limits, of_the_rest_server_are_those_of_its_settings) {
    EXPECT_TRUE(rest_options({.limits = of_rest<embed::rest_limit_settings>()}).limit == of_rest<rest::limits>());
}

TEST(limits, of_the_rpc_server_are_those_of_its_settings) {
    EXPECT_TRUE(rpc_options({.limits = of_rpc<embed::rpc_limit_settings>()}).value().limits ==
                of_rpc<rpc::server_limits>());
}

} // namespace
} // namespace vesta::cli
