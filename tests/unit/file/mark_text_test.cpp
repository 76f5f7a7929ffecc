#include "mark_text.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cstdio>
#include <zlib.h>

namespace vesta::file {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;

const mark_record old_sample{{7}, "rest", unix_ms{milliseconds{1767225600123}}};

mark_record new_sample() {
    auto record = old_sample;
    record.number = 12;
    record.owner = "0123456789abcdef0123456789abcdef";
    record.process = 4711;
    record.where = place{"fedcba9876543210fedcba9876543210", 1234567, 1700000000123456789};
    record.clock = clock_reading{"01234567-89ab-cdef-0123-456789abcdef", milliseconds{86400123},
                                 unix_ms{milliseconds{1767225597123}}};
    const auto pattern =
        id_pattern::parse("1420041600000/ms/version:1=0/type:1=1/genMethod:2=2/time:40/seq:10/machine:10");
    record.history.uses = {{pattern.value(), unix_ms{milliseconds{1767225600000}}, record.mark}};
    return record;
}

const mark_record sample = new_sample();

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
    EXPECT_EQ(read.error().code, errc::state_unusable);
    return read.error().message;
}

TEST(a_mark_file, has_exactly_these_bytes) {
    EXPECT_EQ(write_mark(sample), "vesta-mark 2\n"
                                  "machine 7\n"
                                  "method rest\n"
                                  "mark 1767225600123\n"
                                  "number 12\n"
                                  "owner 0123456789abcdef0123456789abcdef\n"
                                  "process 4711\n"
                                  "place fedcba9876543210fedcba9876543210 1234567 1700000000123456789\n"
                                  "clock 01234567-89ab-cdef-0123-456789abcdef 86400123 1767225597123\n"
                                  "use 1767225600000 1767225600123 "
                                  "1420041600000/ms/version:1=0/type:1=1/genMethod:2=2/time:40/seq:10/machine:10\n"
                                  "crc32 96fc8167\n");
    EXPECT_EQ(write_mark(old_sample), "vesta-mark 1\n"
                                      "machine 7\n"
                                      "method rest\n"
                                      "mark 1767225600123\n"
                                      "crc32 51c30996\n");
}

TEST(a_mark_file, of_version_0_1_is_read) {
    EXPECT_EQ(read_mark(write_mark(old_sample)).value(), old_sample);
}

TEST(a_mark_file, may_say_less) {
    auto record = sample;
    record.where.reset();
    record.clock->boot.clear();
    record.history.uses.clear();
    const auto text = write_mark(record);
    EXPECT_THAT(text, HasSubstr("\nplace any\nclock - 86400123 1767225597123\ncrc32 "));
    EXPECT_EQ(read_mark(text).value(), record);
}

TEST(a_mark_file, may_say_that_the_clock_was_set_by_a_server) {
    auto record = sample;
    record.clock->set = true;
    EXPECT_THAT(write_mark(record),
                HasSubstr("\nclock 01234567-89ab-cdef-0123-456789abcdef 86400123 1767225597123 set\n"));
    EXPECT_EQ(read_mark(write_mark(record)).value(), record);
}

TEST(a_mark_file, holds_as_many_uses_as_a_history_has) {
    auto record = sample;
    auto spec = record.history.uses[0].of.of().spec();
    while (record.history.uses.size() < mark_history::most_uses) {
        spec.epoch += milliseconds{1};
        const auto pattern = id_pattern::make(layout::make(spec).value(), 0, gen_method::rest).value();
        record.history.uses.push_back({pattern, record.mark, record.mark});
    }
    EXPECT_LE(write_mark(record).size(), largest_file);
    EXPECT_EQ(read_mark(write_mark(record)).value(), record);
}

TEST(a_mark_file, reads_back_as_what_was_written) {
    for (const char* method : {"embedded", "rpc", "rest", "reserved", "any"})
        for (const std::uint32_t machine : {0u, 1023u, 4294967295u})
            for (const std::int64_t mark : {std::int64_t{0}, std::int64_t{1}, std::int64_t{253402300800000}}) {
                auto record = sample;
                record.machine = {machine};
                record.method = method;
                record.mark = unix_ms{milliseconds{mark}};
                const auto read = read_mark(write_mark(record));
                ASSERT_TRUE(read) << read.error().message;
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

TEST(a_mark_file, of_a_newer_version_names_the_versions) {
    const auto reason = reason_of(sealed("vesta-mark 3\nmachine 7\nmethod rest\nmark 5\n"));
    EXPECT_THAT(reason, HasSubstr("format version '3'"));
    EXPECT_THAT(reason, HasSubstr("reads versions 1 and 2"));
}

TEST(a_mark_file, says_what_is_wrong_with_it) {
    EXPECT_THAT(reason_of(""), HasSubstr("empty"));
    EXPECT_THAT(reason_of("#!/bin/sh\n"), HasSubstr("not a mark file"));
    EXPECT_THAT(reason_of("vesta-mark 1"), HasSubstr("cut off"));
    EXPECT_THAT(reason_of("vesta-mark 1\nmachine 7\n"), HasSubstr("the checksum line is missing"));
    EXPECT_THAT(reason_of("vesta-mark 1\nmachine 7\nmethod rest\nmark 5\ncrc32 00000000\n"), HasSubstr("checksum"));
    EXPECT_THAT(reason_of(sealed("vesta-mark 1\nmethod rest\nmark 5\n")), HasSubstr("machine, method, mark"));
    EXPECT_THAT(reason_of(sealed("vesta-mark 2\nmachine 7\nmethod rest\nmark 5\n")),
                HasSubstr("machine, method, mark"));
    EXPECT_THAT(reason_of(sealed("vesta-mark 2\nmachine 7\nmethod rest\nmark 5\nnumber 1\n")), HasSubstr("owner"));
    EXPECT_THAT(reason_of(sealed("vesta-mark 1\nmachine 7\nmethod rest\nmark 5\nmore 1\n")), HasSubstr("more lines"));
    EXPECT_THAT(reason_of(sealed(write_mark(old_sample) + write_mark(old_sample))), HasSubstr("more lines"));
    EXPECT_THAT(reason_of(sealed(write_mark(sample) + write_mark(sample))), HasSubstr("more lines"));
}

/// The sample with one of its lines replaced, and sealed again.
std::string with_line(const std::string& key, const std::string& value) {
    auto text = write_mark(sample);
    text.resize(text.find("crc32 "));
    const auto begin = text.find("\n" + key + " ") + 1;
    return sealed(text.replace(begin, text.find('\n', begin) - begin, key + " " + value));
}

TEST(a_mark_file, takes_no_number_written_another_way) {
    EXPECT_EQ(reason_of(with_line("machine", "8")), "accepted");
    for (const char* machine : {"-1", "+7", "07", "7 ", " 7", "0x7", "4294967296", "", "7.0", "1e3"})
        EXPECT_THAT(reason_of(with_line("machine", machine)), HasSubstr("malformed")) << machine;
    for (const char* mark : {"-1", "+5", "05", "9223372036854775808", "", "5ms"})
        EXPECT_THAT(reason_of(with_line("mark", mark)), HasSubstr("malformed")) << mark;
    for (const char* number : {"0", "-1", "01", "18446744073709551616"})
        EXPECT_THAT(reason_of(with_line("number", number)), HasSubstr("malformed")) << number;
    EXPECT_EQ(reason_of(with_line("number", "18446744073709551615")), "accepted");
    EXPECT_THAT(reason_of(with_line("mark", "253402300800001")), HasSubstr("after the year 9999"));
}

TEST(a_mark_file, takes_no_other_owner_place_clock_or_method) {
    for (const auto& [key, value] :
         std::vector<std::pair<std::string, std::string>>{{"method", "REST"},
                                                          {"method", ""},
                                                          {"owner", "0123456789ABCDEF0123456789ABCDEF"},
                                                          {"owner", "0123"},
                                                          {"process", "x"},
                                                          {"place", "nowhere"},
                                                          {"place", "fedcba9876543210fedcba9876543210 7"},
                                                          {"place", "fedcba9876543210fedcba9876543210 7 8 9"},
                                                          {"place", "fedcba 7 8"},
                                                          {"clock", "01234567-89ab-cdef-0123-456789abcdef 7"},
                                                          {"clock", "someday 7 8"},
                                                          {"clock", "- 7 08"},
                                                          {"clock", "- 7 8 sett"},
                                                          {"clock", "- 7 8 "}})
        EXPECT_THAT(reason_of(with_line(key, value)), HasSubstr("malformed")) << key << " " << value;
    EXPECT_THAT(reason_of(with_line("use", "1 2 nonsense")), HasSubstr("of its lines about uses"));
}

} // namespace
} // namespace vesta::file
