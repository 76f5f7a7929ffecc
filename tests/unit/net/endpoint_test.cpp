#include <vesta/net/endpoint.hpp>

#include <gtest/gtest.h>

namespace vesta::net {
namespace {

TEST(endpoint_test, reads_an_address_and_a_port_and_writes_them_the_same) {
    for (const std::string text : {"127.0.0.1:8080", "0.0.0.0:0", "[::1]:6399", "[::]:65535"}) {
        const auto read = parse_endpoint(text);
        ASSERT_TRUE(read) << text;
        EXPECT_EQ(to_text(*read), text);
    }
}

TEST(endpoint_test, says_what_is_no_endpoint_and_what_would_be_one) {
    for (const std::string text : {"", ":", "127.0.0.1", "127.0.0.1:", ":8080", "127.0.0.1:65536", "127.0.0.1:+1",
                                   "127.0.0.1:80 ", "localhost:80", "::1:80", "[127.0.0.1]:80", "[::1:80"}) {
        const auto read = parse_endpoint(text);
        ASSERT_FALSE(read) << text;
        EXPECT_EQ(read.error().code, errc::invalid_settings);
        EXPECT_EQ(read.error().message,
                  "listen is '" + text + "'; it is an IP address, a colon and a port: 127.0.0.1:6399 or [::1]:6399");
    }
}

class listen_test : public ::testing::Test {
  protected:
    asio::io_context context_;
    const tcp_endpoint any_port_ = *parse_endpoint("127.0.0.1:0");
};

TEST_F(listen_test, lets_several_of_one_server_share_a_port) {
    const auto first = listen(context_, any_port_, sharing_of(0, 2));
    ASSERT_TRUE(first);
    EXPECT_TRUE(listen(context_, first->local_endpoint(), sharing_of(1, 2)));
}

TEST_F(listen_test, refuses_a_place_where_another_server_listens) {
    for (const sharing held : {sharing::alone, sharing::first}) {
        const auto other = listen(context_, any_port_, held);
        ASSERT_TRUE(other);
        for (const sharing wanted : {sharing::alone, sharing::first}) {
            const auto refused = listen(context_, other->local_endpoint(), wanted);
            ASSERT_FALSE(refused);
            EXPECT_EQ(refused.error().code, errc::in_use);
            EXPECT_NE(refused.error().message.find(to_text(other->local_endpoint())), std::string::npos);
        }
    }
}

TEST_F(listen_test, refuses_an_address_of_another_host) {
    EXPECT_EQ(listen(context_, *parse_endpoint("198.51.100.1:0"), sharing::alone).error().code, errc::invalid_settings);
}

} // namespace
} // namespace vesta::net
