#include <vesta/rpc/protocol/command_parser.hpp>
#include <vesta/rpc/protocol/command_writer.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace vesta::rpc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using words = std::vector<std::string>;

/// All commands of @p stream, read with the input growing by @p step bytes at a time from memory that moves each time.
/// A last element "!" and the problem stands for a failure.
std::vector<words> read_commands(std::string_view stream, std::size_t step, const command_limits& limits = {}) {
    std::vector<words> all;
    command_parser parser{limits};
    std::size_t begin = 0;
    std::size_t end = 0;
    for (;;) {
        const std::string input{stream.substr(begin, end - begin)};
        switch (parser.parse(input)) {
        case parse_status::complete:
            all.emplace_back(parser.arguments().begin(), parser.arguments().end());
            begin += parser.consumed();
            break;
        case parse_status::incomplete:
            if (end == stream.size()) return all;
            end = std::min(end + step, stream.size());
            break;
        case parse_status::failed:
            all.push_back({"!", std::string{parser.problem()}});
            return all;
        }
    }
}

std::vector<words> read_commands(std::string_view stream, const command_limits& limits = {}) {
    const auto whole = read_commands(stream, stream.size(), limits);
    for (const std::size_t step : {1, 2, 3, 7})
        EXPECT_EQ(read_commands(stream, step, limits), whole) << "in steps of " << step;
    return whole;
}

TEST(command_parser_test, reads_an_array_of_bulk_strings) {
    EXPECT_THAT(read_commands("*3\r\n$5\r\nGENID\r\n$5\r\nCOUNT\r\n$2\r\n10\r\n"),
                ElementsAre(ElementsAre("GENID", "COUNT", "10")));
}

TEST(command_parser_test, reads_commands_that_follow_each_other_in_one_piece) {
    EXPECT_THAT(read_commands("*1\r\n$4\r\nPING\r\nGENID\r\n*2\r\n$4\r\nINCR\r\n$1\r\na\r\n"),
                ElementsAre(ElementsAre("PING"), ElementsAre("GENID"), ElementsAre("INCR", "a")));
}

TEST(command_parser_test, takes_any_bytes_within_an_argument) {
    const std::string bytes{"\0\r\n*$\xff", 6};
    EXPECT_THAT(read_commands("*2\r\n$4\r\nECHO\r\n$6\r\n" + bytes + "\r\n"), ElementsAre(ElementsAre("ECHO", bytes)));
}

TEST(command_parser_test, copies_no_argument) {
    const std::string input = "*1\r\n$4\r\nPING\r\n";
    command_parser parser;
    ASSERT_EQ(parser.parse(input), parse_status::complete);
    EXPECT_EQ(parser.arguments().front().data(), input.data() + 8);
}

TEST(command_parser_test, passes_over_empty_arrays_and_empty_lines) {
    EXPECT_THAT(read_commands("*0\r\n\r\n\n  \r\nPING\r\n"),
                ElementsAre(IsEmpty(), IsEmpty(), IsEmpty(), IsEmpty(), ElementsAre("PING")));
}

TEST(command_parser_test, reads_inline_words_with_the_quotes_that_redis_has) {
    EXPECT_THAT(read_commands("  ECHO   two\twords \n"), ElementsAre(ElementsAre("ECHO", "two", "words")));
    EXPECT_THAT(read_commands(R"(ECHO "a b" 'c d' "\x41\n\"\\" '\'' "" x"y z")"
                              "\r\n"),
                ElementsAre(ElementsAre("ECHO", "a b", "c d", "A\n\"\\", "'", "", "xy z")));
    EXPECT_THAT(read_commands(R"("\xzz" "\t\r\b\a" '\n')"
                              "\n"),
                ElementsAre(ElementsAre("xzz", "\t\r\b\a", "\\n")));
}

TEST(command_parser_test, refuses_quotes_that_do_not_close_or_close_within_a_word) {
    for (const std::string line : {"\"a", "'a", "\"a\"b", "'a'b", "\"\\"})
        EXPECT_THAT(read_commands(line + "\n"), ElementsAre(ElementsAre("!", HasSubstr("unbalanced quotes")))) << line;
}

TEST(command_parser_test, refuses_what_is_no_command) {
    EXPECT_THAT(read_commands("*x\r\n"), ElementsAre(ElementsAre("!", "Protocol error: invalid multibulk length")));
    EXPECT_THAT(read_commands("*-1\r\n"), ElementsAre(ElementsAre("!", "Protocol error: invalid multibulk length")));
    EXPECT_THAT(read_commands("*\r\n"), ElementsAre(ElementsAre("!", "Protocol error: invalid multibulk length")));
    EXPECT_THAT(read_commands("*1\n$4\r\n"), ElementsAre(ElementsAre("!", "Protocol error: invalid multibulk length")));
    EXPECT_THAT(read_commands("*1\r\r\n"), ElementsAre(ElementsAre("!", "Protocol error: invalid multibulk length")));
    EXPECT_THAT(read_commands("*1\r\nPING\r\n"),
                ElementsAre(ElementsAre("!", "Protocol error: expected '$', got 'P'")));
    EXPECT_THAT(read_commands("*1\r\n$-1\r\n"), ElementsAre(ElementsAre("!", "Protocol error: invalid bulk length")));
    EXPECT_THAT(read_commands("*1\r\n$99999999999999999999\r\n"),
                ElementsAre(ElementsAre("!", "Protocol error: invalid bulk length")));
    EXPECT_THAT(read_commands("*1\r\n$4\r\nPINGxx"), ElementsAre(ElementsAre("!", HasSubstr("end of a line"))));
    EXPECT_THAT(read_commands("\x16\x03\x01"), ElementsAre(ElementsAre("!", HasSubstr("begins with"))));
}

TEST(command_parser_test, holds_to_each_of_its_limits) {
    const command_limits limits{.arguments = 3, .argument_bytes = 5, .command_bytes = 40};
    EXPECT_THAT(read_commands("*3\r\n$1\r\na\r\n$1\r\nb\r\n$5\r\nccccc\r\n", limits),
                ElementsAre(ElementsAre("a", "b", "ccccc")));
    EXPECT_THAT(read_commands("*4\r\n", limits), ElementsAre(ElementsAre("!", HasSubstr("at most 3 arguments"))));
    EXPECT_THAT(read_commands("*1\r\n$6\r\n", limits), ElementsAre(ElementsAre("!", HasSubstr("at most 5 bytes"))));
    EXPECT_THAT(read_commands("*3\r\n$5\r\naaaaa\r\n$5\r\nbbbbb\r\n$5\r\nccccc\r\n", {3, 5, 36}),
                ElementsAre(ElementsAre("!", HasSubstr("at most 36 bytes"))));
    EXPECT_THAT(read_commands("a b c d\n", limits), ElementsAre(ElementsAre("!", HasSubstr("at most 3 arguments"))));
    EXPECT_THAT(read_commands(std::string(39, 'a') + "\n", limits), ElementsAre(ElementsAre(std::string(39, 'a'))));
    EXPECT_THAT(read_commands(std::string(40, 'a') + "\n", limits),
                ElementsAre(ElementsAre("!", HasSubstr("too big"))));
}

TEST(command_parser_test, asks_for_more_without_trusting_a_length) {
    command_parser parser;
    EXPECT_EQ(parser.parse(""), parse_status::incomplete);
    EXPECT_EQ(parser.parse("*128\r\n$4096\r\n"), parse_status::incomplete);
}

TEST(command_parser_test, reads_back_what_the_writer_writes) {
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random{seed};
    output_buffer stream;
    std::vector<words> expected;
    for (int i = 0; i < 200; ++i) {
        words command(1 + random() % 6);
        for (std::string& word : command) {
            word.resize(random() % 40);
            for (char& c : word)
                c = static_cast<char>(random());
        }
        write_command(stream, std::vector<std::string_view>(command.begin(), command.end()));
        expected.push_back(std::move(command));
    }
    EXPECT_EQ(read_commands(stream.view()), expected);
}

} // namespace
} // namespace vesta::rpc
