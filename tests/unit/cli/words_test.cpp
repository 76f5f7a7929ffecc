#include "words/words.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace vesta::cli {
namespace {

TEST(lasting, is_in_the_largest_unit_of_which_there_are_two) {
    constexpr double day = 86'400;
    EXPECT_EQ(lasting(0), "0 s");
    EXPECT_EQ(lasting(119.9), "119 s");
    EXPECT_EQ(lasting(120), "2 min");
    EXPECT_EQ(lasting(2 * 3600), "2 h");
    EXPECT_EQ(lasting(2 * day), "2 days");
    EXPECT_EQ(lasting(1000 * day), "2 years");
    EXPECT_EQ(lasting(1e6 * day), "2,737 years");
    EXPECT_EQ(lasting(1e8 * day), "for ever");
    EXPECT_EQ(lasting(std::numeric_limits<double>::infinity()), "for ever");
    EXPECT_EQ(lasting(-1), "over");
}

TEST(printable, leaves_text_and_escapes_what_rules_terminals) {
    EXPECT_EQ(printable("order \xE8\xAE\xA2\xE5\x8D\x95 \xC3\xA4"), "order \xE8\xAE\xA2\xE5\x8D\x95 \xC3\xA4");
    EXPECT_EQ(printable("\x1b]0;x\x07\x7f\n"), "\\x1b]0;x\\x07\\x7f\\x0a");
    EXPECT_EQ(printable("\xC2\x9B"), "\\xc2\\x9b") << "CSI of C1";
    EXPECT_EQ(printable("\xE2\x80\xAEx\xE2\x81\xA9\xE2\x80\xA8"), "\\xe2\\x80\\xaex\\xe2\\x81\\xa9\\xe2\\x80\\xa8");
    EXPECT_EQ(printable("\xFFx\xC3"), "\\xffx\\xc3") << "no UTF-8";
}

} // namespace
} // namespace vesta::cli
