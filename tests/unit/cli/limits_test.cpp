#include "serving.hpp"

#include <gtest/gtest.h>

namespace vesta::cli {
namespace {

TEST(options, are_the_servers_own_where_the_settings_say_nothing) {
    EXPECT_EQ(rest_options({}).listen, rest::server_options{}.listen);
    EXPECT_EQ(rest_options({}).threads, rest::server_options{}.threads);
    const auto rpc = rpc_options({}).value();
    EXPECT_EQ(rpc.listen, rpc::server_options{}.listen);
    EXPECT_EQ(rpc.threads, rpc::server_options{}.threads);
}

TEST(limits, of_the_servers_are_those_of_their_settings) {
    EXPECT_EQ(rest_options({.limits = {.batch = 2004}}).limit.batch, 2004U);
    EXPECT_EQ(rpc_options({.limits = {.ids_per_command = 2002}}).value().limits.ids_per_command, 2002U);
}

} // namespace
} // namespace vesta::cli
