#include "support/temp_folder.hpp"

#include <vesta/embed/access_file.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace vesta::embed {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string digest(64, 'a');

std::string orders(const std::string& may) {
    return "principals:\n  orders:\n    tokens: [ \"k7:sha256:" + digest + "\" ]\n    may: [ " + may + " ]\n" +
           "anonymous: { may: [ health ] }\n";
}

std::string refusal(std::string_view yaml) {
    const auto read = parse_access(yaml, "access.yaml");
    return read ? "accepted" : read.error().message;
}

TEST(an_access_file, says_who_may_do_what) {
    const auto list = parse_access(R"(principals:
  orders: { tokens: [ "k7:sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" ],
            certificates: [ "spiffe://prod/sa/orders" ],
            may: [ "take default", "take segment/order*", "explain *" ], quota: { ids-per-second: 50000, burst: 100000 } }
anonymous: { may: [ health ] }
)",
                                   "access.yaml")
                          .value();
    const auto* const orders = list.by_token("abc");
    ASSERT_NE(orders, nullptr);
    EXPECT_EQ(orders->name(), "orders");
    EXPECT_TRUE(orders->may(access::verb::take, "segment", "orders"));
    EXPECT_EQ(orders->quotas().front().by->settings().burst, 100'000U);
    EXPECT_TRUE(list.anonymous().may(access::verb::health));
}

TEST(an_access_file, that_is_wrong_is_refused_by_line_and_path) {
    EXPECT_EQ(refusal(orders("take default")), "accepted");
    EXPECT_THAT(refusal(orders("take")),
                StartsWith("access.yaml:4: principals.orders.may[0] 'take' needs one generator"));
    EXPECT_THAT(refusal("principal: {}\n"),
                StartsWith("access.yaml:1: principal is not a setting; there are principals, anonymous"));
    EXPECT_THAT(refusal("principals:\n  a: { tokens: [ secret ] }\n"),
                StartsWith("access.yaml:2: principals.a.tokens[0] is not KEY:sha256"));
    EXPECT_THAT(refusal("principals:\n  a: { tokens: [], may: [] }\n"), HasSubstr("principals.a has neither tokens"));
    EXPECT_THAT(refusal("anonymous: { quota: { ids-per-second: 0, burst: 1 } }\n"),
                HasSubstr("anonymous.quota.ids-per-second is '0'"));
    EXPECT_THAT(refusal("principals: [\n"), StartsWith("access.yaml:"));
}

TEST(an_access_file, that_others_may_change_is_refused) {
    const testing::temp_folder folder;
    const auto file = folder.path() / "access.yaml";
    std::ofstream{file} << orders("take default");
    std::filesystem::permissions(file, std::filesystem::perms{0640});
    EXPECT_TRUE(load_access(file));
    std::filesystem::permissions(file, std::filesystem::perms{0660});
    EXPECT_THAT(load_access(file).error().message, HasSubstr("chmod go-w"));
    EXPECT_THAT(load_access(folder.path() / "none.yaml").error().message, HasSubstr("cannot read"));
}

} // namespace
} // namespace vesta::embed
