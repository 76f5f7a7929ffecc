#include <vesta/host/address.hpp>

#include <gmock/gmock.h>

namespace vesta::host {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::vector<local_address> host_with(std::initializer_list<std::pair<const char*, const char*>> found) {
    std::vector<local_address> all;
    for (const auto& [interface, text] : found)
        all.push_back({interface, address::parse(text).value()});
    return all;
}

const auto typical = host_with({{"lo", "127.0.0.1"}, {"lo", "::1"}, {"eth0", "10.0.0.11"}, {"eth0", "2001:db8::11"}});
const auto with_bridge = host_with({{"lo", "127.0.0.1"}, {"eth0", "10.0.0.11"}, {"docker0", "172.17.0.1"}});
const auto public_only = host_with({{"lo", "127.0.0.1"}, {"eth0", "203.0.113.5"}});

TEST(the_address_of_this_host, is_its_one_site_local_one) {
    EXPECT_EQ(choose_address(typical, "").value().text(), "10.0.0.11");
}

TEST(the_address_of_this_host, is_never_guessed_among_several_site_local_ones) {
    const auto chosen = choose_address(with_bridge, "");
    ASSERT_FALSE(chosen);
    EXPECT_EQ(chosen.error().code, errc::invalid_settings);
    EXPECT_EQ(chosen.error().message,
              "this host has several site-local addresses: 10.0.0.11 (eth0), 172.17.0.1 (docker0)"
              "; set machine-id.address or machine-id.interface");
}

TEST(the_address_of_this_host, is_not_a_public_one_unless_that_is_asked_for) {
    const auto chosen = choose_address(public_only, "");
    ASSERT_FALSE(chosen);
    EXPECT_THAT(chosen.error().message,
                HasSubstr("has no site-local address (it has 127.0.0.1 (lo), 203.0.113.5 (eth0))"));
    EXPECT_THAT(chosen.error().message, HasSubstr("set machine-id.address or machine-id.interface"));
    EXPECT_EQ(choose_address(public_only, "eth0").value().text(), "203.0.113.5");
}

TEST(the_address_of_this_host, is_missing_on_a_host_without_any) {
    EXPECT_THAT(choose_address({}, "").error().message, HasSubstr("(it has none)"));
}

TEST(the_address_of_this_host, is_that_of_the_interface_asked_for) {
    EXPECT_EQ(choose_address(with_bridge, "docker0").value().text(), "172.17.0.1");
    EXPECT_EQ(choose_address(typical, "lo").value().text(), "127.0.0.1");
}

TEST(the_address_of_this_host, is_the_interfaces_first_v4_one_where_it_has_one) {
    const auto found = host_with({{"eth0", "2001:db8::1"},
                                  {"eth0", "10.0.0.1"},
                                  {"eth0", "10.0.0.2"},
                                  {"eth1", "fd00::2"},
                                  {"eth1", "fd00::1"}});
    EXPECT_EQ(choose_address(found, "eth0").value().text(), "10.0.0.1");
    EXPECT_EQ(choose_address(found, "eth1").value().text(), "fd00::2");
}

TEST(the_address_of_this_host, is_missing_where_the_interface_has_none_or_is_not_there) {
    const auto chosen = choose_address(typical, "eth7");
    ASSERT_FALSE(chosen);
    EXPECT_EQ(chosen.error().code, errc::invalid_settings);
    EXPECT_THAT(chosen.error().message, HasSubstr("machine-id.interface is 'eth7'"));
    EXPECT_THAT(chosen.error().message, HasSubstr("10.0.0.11 (eth0)"));
}

TEST(the_addresses_of_this_host, are_those_of_its_interfaces) {
    const auto found = local_addresses();
    ASSERT_TRUE(found) << found.error().message;
    for (const auto& each : *found) {
        EXPECT_FALSE(each.interface.empty());
        EXPECT_THAT(each.value.text(), Not(::testing::StartsWith("fe80:"))) << "link-local ones are left out";
        EXPECT_TRUE(choose_address(*found, each.interface));
    }
}

} // namespace
} // namespace vesta::host
