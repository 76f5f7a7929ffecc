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
                                   "vesta.svc-3", "vesta-4294967296", "-", "vesta-3-", "vesta-03", "vesta-00"}) {
        const auto number = ordinal(name);
        ASSERT_FALSE(number) << name;
        EXPECT_EQ(number.error().code, errc::invalid_settings);
        EXPECT_THAT(number.error().message, HasSubstr("'" + name + "' does not end in a number"));
    }
}

} // namespace
} // namespace vesta::host
