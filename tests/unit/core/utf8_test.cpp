#include <vesta/base/utf8.hpp>

#include <gtest/gtest.h>

#include <string>

namespace vesta {
namespace {

TEST(is_utf8, takes_every_code_point_and_no_surrogate) {
    for (std::uint32_t point = 0; point <= 0x10ffff; ++point) {
        std::string bytes;
        const auto tail = [&](int shift) { bytes += static_cast<char>(0x80 | (point >> shift & 0x3f)); };
        if (point < 0x80) {
            bytes += static_cast<char>(point);
        } else if (point < 0x800) {
            bytes += static_cast<char>(0xc0 | point >> 6);
        } else if (point < 0x10000) {
            bytes += static_cast<char>(0xe0 | point >> 12);
            tail(6);
        } else {
            bytes += static_cast<char>(0xf0 | point >> 18);
            tail(12);
            tail(6);
        }
        if (point >= 0x80) tail(0);
        const bool is_surrogate = point >= 0xd800 && point <= 0xdfff;
        ASSERT_EQ(is_utf8(bytes), !is_surrogate) << std::hex << point;
        if (is_surrogate) continue;
        ASSERT_EQ(first_character(bytes + "x").code, point);
        ASSERT_EQ(first_character(bytes + "x").length, bytes.size());
    }
}

TEST(is_utf8, refuses_what_is_overlong_broken_or_too_large) {
    for (const std::string_view bytes :
         {"\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xe0\x9f\xbf", "\xf0\x80\x80\x80", "\xf0\x8f\xbf\xbf",
          "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\x80", "\xc3", "\xe4\xb8", "\xc3(", "\xe4(\xad", "a\xc3"})
        EXPECT_FALSE(is_utf8(bytes));
}

} // namespace
} // namespace vesta
