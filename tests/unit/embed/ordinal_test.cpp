#include "assembly/providers.hpp"

#include <gmock/gmock.h>

// machine-id: { provider: ordinal }
namespace vesta::embed {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string refusal(std::string_view host, const ordinal_settings& by) {
    const auto made = machine_of(host, by);
    if (made) return "machine ID " + std::to_string(made->value);
    EXPECT_EQ(made.error().code, errc::invalid_settings);
    return made.error().message;
}

TEST(the_ordinal_of_a_host, and_the_offset_are_its_machine_id) {
    EXPECT_EQ(machine_of("vesta-3", {}).value().value, 3u);
    EXPECT_EQ(machine_of("vesta-0.vesta.default.svc", {.offset = 100}).value().value, 100u);
    EXPECT_EQ(machine_of("vesta-15", {.offset = 16, .replicas = 16}).value().value, 31u);
}

TEST(the_ordinal_of_a_host, beyond_the_range_is_refused_with_both) {
    EXPECT_THAT(refusal("vesta-16", {.replicas = 16}),
                AllOf(HasSubstr("'vesta-16' has the number 16"), HasSubstr("machine-id.ordinal.replicas is 16")));
    EXPECT_THAT(refusal("vesta-4294967295", {.offset = 1}), HasSubstr("add up to 4294967296, which is no machine ID"));
}

TEST(the_ordinal_of_a_host, that_has_none_or_another_ones_is_refused) {
    EXPECT_THAT(refusal("vesta", {}), HasSubstr("does not end in a number"));
    EXPECT_THAT(refusal("vesta-03", {}), HasSubstr("without zeros before it"));
}

} // namespace
} // namespace vesta::embed
