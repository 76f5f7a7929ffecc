#include <vesta/base/quote.hpp>

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace vesta::testing {
namespace {

TEST(quoted_text, is_what_can_be_printed) {
    EXPECT_EQ(in_quotes("order"), "'order'");
    EXPECT_EQ(in_quotes(""), "''");
    EXPECT_EQ(in_quotes(std::string_view{"\r\n\0\x7f.", 5}), "'????.'");
}

// A15: a cut through a character made problem documents that were no UTF-8.
TEST(quoted_text, is_ascii_wherever_it_is_cut) {
    const std::string filling(39, 'a');
    EXPECT_EQ(in_quotes(filling + "\xc3\xa9"), "'" + filling + "?...'");
    EXPECT_EQ(in_quotes(filling + "b"), "'" + filling + "b'");
}

} // namespace
} // namespace vesta::testing
