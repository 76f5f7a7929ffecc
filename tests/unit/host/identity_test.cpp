#include <vesta/host/identity.hpp>

#include <gmock/gmock.h>

#include <array>
#include <unistd.h>

namespace vesta::host {
namespace {

using ::testing::HasSubstr;

TEST(a_host_name, is_the_systems) {
    std::array<char, 256> name{};
    ASSERT_EQ(::gethostname(name.data(), name.size()), 0);
    EXPECT_EQ(host_name().value(), name.data());
}

TEST(a_host_name, of_a_stateful_set_ends_in_its_ordinal) {
    EXPECT_EQ(ordinal("vesta-0").value(), 0u);
    EXPECT_EQ(ordinal("vesta-3").value(), 3u);
    EXPECT_EQ(ordinal("vesta-id-1023").value(), 1023u);
    EXPECT_EQ(ordinal("vesta-3.vesta.default.svc.cluster.local").value(), 3u);
    EXPECT_EQ(ordinal("vesta-4294967295").value(), 4294967295u);
}

TEST(a_host_name, without_an_ordinal_is_an_error_that_quotes_it) {
    for (const std::string name : {"", "vesta", "vesta-", "vesta3", "vesta-3a", "vesta-a3", "vesta-+3", "vesta- 3",
                                   "vesta.svc-3", "vesta-4294967296", "-", "vesta-3-"}) {
        const auto number = ordinal(name);
        ASSERT_FALSE(number) << name;
        EXPECT_EQ(number.error().code, errc::invalid_settings);
        EXPECT_THAT(number.error().message, HasSubstr("'" + name + "' does not end in a number"));
    }
}

TEST(an_ip_map, gives_each_address_its_machine_id) {
    const std::map<address, machine_id> map{{address::parse("10.0.0.11").value(), {1}},
                                            {address::parse("fd00::12").value(), {0}}};
    EXPECT_EQ(look_up(map, address::parse("10.0.0.11").value()).value(), machine_id{1});
    EXPECT_EQ(look_up(map, address::parse("FD00:0::0012").value()).value(), machine_id{0});
}

TEST(an_ip_map, without_this_hosts_address_is_an_error_that_lists_it) {
    const std::map<address, machine_id> map{{address::parse("10.0.0.11").value(), {1}},
                                            {address::parse("10.0.0.12").value(), {2}}};
    const auto found = look_up(map, address::parse("10.0.0.13").value());
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, errc::invalid_settings);
    EXPECT_EQ(found.error().message,
              "this host's address 10.0.0.13 is not in machine-id.ip-map, which has 10.0.0.11, 10.0.0.12");
    EXPECT_THAT(look_up({}, address::parse("10.0.0.13").value()).error().message, HasSubstr("which has no entry"));
}

} // namespace
} // namespace vesta::host
