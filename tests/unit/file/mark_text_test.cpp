#include "mark_text.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cstdio>
#include <zlib.h>

namespace vesta::file {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;

const mark_record sample{{7}, "rest", unix_ms{milliseconds{1767225600123}}};

/// A mark file with any lines and a right checksum, as another program might write it.
std::string sealed(std::string lines) {
    std::array<char, 32> sum{};
    const auto crc = ::crc32(0, reinterpret_cast<const Bytef*>(lines.data()), static_cast<uInt>(lines.size()));
    std::snprintf(sum.data(), sum.size(), "crc32 %08lx\n", crc);
    return lines + sum.data();
}

std::string reason_of(const std::string& text) {
    const auto read = read_mark(text);
    if (read) return "accepted";
    EXPECT_EQ(read.reason().code, errc::state_unusable);
    return read.reason().message;
}

TEST(a_mark_file, has_exactly_these_bytes) {
    EXPECT_EQ(write_mark(sample), "vesta-mark 1\n"
                                  "machine 7\n"
                                  "method rest\n"
                                  "mark 1767225600123\n"
                                  "crc32 51c30996\n");
}

TEST(a_mark_file, reads_back_as_what_was_written) {
    for (const char* method : {"embedded", "rpc", "rest", "reserved", "any"})
        for (const std::uint32_t machine : {0u, 1023u, 4294967295u})
            for (const std::int64_t mark : {std::int64_t{0}, std::int64_t{1}, std::int64_t{253402300800000}}) {
                const mark_record record{{machine}, method, unix_ms{milliseconds{mark}}};
                const auto read = read_mark(write_mark(record));
                ASSERT_TRUE(read) << read.reason().message;
                EXPECT_EQ(*read, record);
            }
}

TEST(a_mark_file, is_refused_with_any_bit_of_any_byte_flipped) {
    const auto right = write_mark(sample);
    for (std::size_t at = 0; at < right.size(); ++at)
        for (unsigned bit = 0; bit < 8; ++bit) {
            auto wrong = right;
            wrong[at] = static_cast<char>(static_cast<unsigned char>(wrong[at]) ^ (1u << bit));
            EXPECT_NE(reason_of(wrong), "accepted") << "byte " << at << ", bit " << bit;
        }
}

TEST(a_mark_file, is_refused_cut_off_at_any_length) {
    const auto right = write_mark(sample);
    for (std::size_t length = 0; length < right.size(); ++length)
        EXPECT_NE(reason_of(right.substr(0, length)), "accepted") << "at " << length;
}

TEST(a_mark_file, is_refused_with_any_byte_left_out_or_two_swapped) {
    const auto right = write_mark(sample);
    for (std::size_t at = 0; at < right.size(); ++at) {
        auto shorter = right;
        shorter.erase(at, 1);
        EXPECT_NE(reason_of(shorter), "accepted") << "without byte " << at;
        auto swapped = right;
        std::swap(swapped[at], swapped[(at + 1) % right.size()]);
        if (swapped != right) {
            EXPECT_NE(reason_of(swapped), "accepted") << "bytes swapped at " << at;
        }
    }
}

TEST(a_mark_file, is_refused_with_anything_before_or_behind_it) {
    const auto right = write_mark(sample);
    for (const std::string& extra : {std::string{" "}, std::string{"\n"}, std::string{"x"}, right}) {
        EXPECT_NE(reason_of(right + extra), "accepted");
        EXPECT_NE(reason_of(extra + right), "accepted");
    }
    EXPECT_NE(reason_of(right + std::string(1, '\0')), "accepted");
    EXPECT_NE(reason_of(std::string(64, '\0')), "accepted"); // what a power cut leaves on some file systems
}

TEST(a_mark_file, of_a_newer_version_names_both_versions) {
    const auto reason = reason_of(sealed("vesta-mark 2\nmachine 7\nmethod rest\nmark 5\n"));
    EXPECT_THAT(reason, HasSubstr("format version '2'"));
    EXPECT_THAT(reason, HasSubstr("reads version 1"));
}

TEST(a_mark_file, says_what_is_wrong_with_it) {
    EXPECT_THAT(reason_of(""), HasSubstr("empty"));
    EXPECT_THAT(reason_of("#!/bin/sh\n"), HasSubstr("not a mark file"));
    EXPECT_THAT(reason_of("vesta-mark 1"), HasSubstr("cut off"));
    EXPECT_THAT(reason_of("vesta-mark 1\nmachine 7\n"), HasSubstr("the checksum line is missing"));
    EXPECT_THAT(reason_of("vesta-mark 1\nmachine 7\nmethod rest\nmark 5\ncrc32 00000000\n"), HasSubstr("checksum"));
    EXPECT_THAT(reason_of(sealed("vesta-mark 1\nmethod rest\nmark 5\n")), HasSubstr("machine, method, mark, crc32"));
    EXPECT_THAT(reason_of(sealed("vesta-mark 1\nmachine 7\nmethod rest\nmark 5\nmore 1\n")),
                HasSubstr("lines are not"));
    const auto one = write_mark(sample);
    EXPECT_THAT(reason_of(sealed(one + one)), HasSubstr("more than the lines"));
}

TEST(a_mark_file, takes_no_number_written_another_way) {
    for (const char* machine : {"-1", "+7", "07", "7 ", " 7", "0x7", "4294967296", "", "7.0", "1e3"})
        EXPECT_THAT(reason_of(sealed("vesta-mark 1\nmachine " + std::string{machine} + "\nmethod rest\nmark 5\n")),
                    HasSubstr("malformed"))
            << machine;
    for (const char* mark : {"-1", "+5", "05", "9223372036854775808", "", "5ms"})
        EXPECT_THAT(reason_of(sealed("vesta-mark 1\nmachine 7\nmethod rest\nmark " + std::string{mark} + "\n")),
                    HasSubstr("malformed"))
            << mark;
}

TEST(a_mark_file, takes_no_method_that_it_does_not_know) {
    for (const char* method : {"", "REST", "rest ", "soap", "any2"})
        EXPECT_THAT(reason_of(sealed("vesta-mark 1\nmachine 7\nmethod " + std::string{method} + "\nmark 5\n")),
                    HasSubstr("malformed"));
}

TEST(a_mark_file, takes_no_mark_later_than_any_layout_lasts) {
    EXPECT_THAT(reason_of(sealed("vesta-mark 1\nmachine 7\nmethod rest\nmark 253402300800001\n")), HasSubstr("9999"));
    EXPECT_THAT(reason_of(sealed("vesta-mark 1\nmachine 7\nmethod rest\nmark 9223372036854775807\n")),
                HasSubstr("9999"));
}

} // namespace
} // namespace vesta::file
