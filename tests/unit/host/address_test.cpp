#include <vesta/host/address.hpp>

#include <gmock/gmock.h>

namespace vesta::host {
namespace {

using ::testing::HasSubstr;

address parsed(std::string_view text) {
    return address::parse(text).value();
}

TEST(an_address, has_one_text_form) {
    EXPECT_EQ(parsed("10.0.0.11").text(), "10.0.0.11");
    EXPECT_EQ(parsed("2001:DB8:0:0:0:0:0:1").text(), "2001:db8::1");
    EXPECT_EQ(parsed("fd00::0001"), parsed("FD00:0::1"));
    EXPECT_NE(parsed("10.0.0.1"), parsed("10.0.0.2"));
}

TEST(an_address, is_site_local_where_only_this_site_reaches_it) {
    for (const char* text : {"10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255", "192.168.0.0",
                             "192.168.255.255", "fc00::", "fdff:ffff::1"})
        EXPECT_TRUE(parsed(text).is_site_local()) << text;
    for (const char* text :
         {"9.255.255.255", "11.0.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0", "127.0.0.1",
          "169.254.1.1", "8.8.8.8", "fe80::1", "fbff::1", "fe00::1", "::1"})
        EXPECT_FALSE(parsed(text).is_site_local()) << text;
}

TEST(an_address, is_loopback_where_it_never_leaves_the_host) {
    EXPECT_TRUE(parsed("127.0.0.1").is_loopback());
    EXPECT_TRUE(parsed("127.255.0.9").is_loopback());
    EXPECT_TRUE(parsed("::1").is_loopback());
    EXPECT_FALSE(parsed("128.0.0.1").is_loopback());
    EXPECT_FALSE(parsed("::2").is_loopback());
}

TEST(an_address, is_nothing_else) {
    for (const std::string& text :
         {std::string{}, std::string{"10.0.0"}, std::string{"10.0.0.256"}, std::string{"010.0.0.1"},
          std::string{"10.0.0.1 "}, std::string{" 10.0.0.1"}, std::string{"10.0.0.1:80"}, std::string{"10.0.0.1/8"},
          std::string{"[::1]"}, std::string{"fe80::1%eth0"}, std::string{"localhost"},
          std::string{"10.0.0.1\0x", 10}}) {
        const auto read = address::parse(text);
        ASSERT_FALSE(read) << text;
        EXPECT_EQ(read.error().code, errc::invalid_argument);
        EXPECT_THAT(read.error().message, HasSubstr("is not an IPv4 or IPv6 address"));
    }
}

} // namespace
} // namespace vesta::host
