#include <vesta/rpc/protocol/reply_parser.hpp>
#include <vesta/rpc/protocol/reply_writer.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace vesta::rpc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string text_of(const reply_node& node) {
    switch (node.type) {
    case reply_type::integer:
        return std::to_string(node.integer);
    case reply_type::boolean:
        return node.integer == 1 ? "true" : "false";
    case reply_type::null:
        return "null";
    case reply_type::array:
        return "array " + std::to_string(node.count);
    case reply_type::map:
        return "map " + std::to_string(node.count);
    case reply_type::set:
        return "set " + std::to_string(node.count);
    case reply_type::push:
        return "push " + std::to_string(node.count);
    case reply_type::error:
        return "error " + std::string{node.text};
    default:
        return "'" + std::string{node.text} + "'";
    }
}

/// All nodes of all replies of @p stream, "." behind each reply, with the input growing by @p step bytes at a time from
/// memory that moves each time. "!" and the problem at the end stand for a failure.
std::vector<std::string> read_replies(std::string_view stream, std::size_t step, const reply_limits& limits) {
    std::vector<std::string> all;
    reply_parser parser{limits};
    std::size_t begin = 0;
    std::size_t end = 0;
    for (;;) {
        const std::string input{stream.substr(begin, end - begin)};
        switch (parser.parse(input)) {
        case parse_status::complete:
            for (const reply_node& each : parser.nodes())
                all.push_back(text_of(each));
            all.emplace_back(".");
            begin += parser.consumed();
            break;
        case parse_status::incomplete:
            if (end == stream.size()) return all;
            end = std::min(end + step, stream.size());
            break;
        case parse_status::failed:
            all.push_back("! " + parser.problem());
            return all;
        }
    }
}

std::vector<std::string> read_replies(std::string_view stream, const reply_limits& limits = {}) {
    const auto whole = read_replies(stream, stream.size(), limits);
    for (const std::size_t step : {1, 2, 3, 7})
        EXPECT_EQ(read_replies(stream, step, limits), whole) << "in steps of " << step;
    return whole;
}

TEST(reply_parser_test, reads_every_form_of_resp2) {
    EXPECT_THAT(
        read_replies("+OK\r\n-ERR no\r\n:-5\r\n$3\r\na\rb\r\n$0\r\n\r\n$-1\r\n*-1\r\n*2\r\n:1\r\n*1\r\n+x\r\n*0\r\n"),
        ElementsAre("'OK'", ".", "error ERR no", ".", "-5", ".", "'a\rb'", ".", "''", ".", "null", ".", "null", ".",
                    "array 2", "1", "array 1", "'x'", ".", "array 0", "."));
}

TEST(reply_parser_test, reads_every_form_of_resp3) {
    EXPECT_THAT(
        read_replies("_\r\n#t\r\n#f\r\n,1.5\r\n,-inf\r\n(12345678901234567890123\r\n!5\r\nERR x\r\n=6\r\ntxt:hi\r\n"
                     "%1\r\n+a\r\n:1\r\n~2\r\n:1\r\n:2\r\n>1\r\n+p\r\n"),
        ElementsAre("null", ".", "true", ".", "false", ".", "'1.5'", ".", "'-inf'", ".", "'12345678901234567890123'",
                    ".", "error ERR x", ".", "'txt:hi'", ".", "map 2", "'a'", "1", ".", "set 2", "1", "2", ".",
                    "push 1", "'p'", "."));
}

TEST(reply_parser_test, leaves_attributes_out_wherever_they_are) {
    EXPECT_THAT(read_replies("|1\r\n+key\r\n*2\r\n:1\r\n:2\r\n:7\r\n"), ElementsAre("7", "."));
    EXPECT_THAT(read_replies("*2\r\n:1\r\n|1\r\n+ttl\r\n:3600\r\n:2\r\n:9\r\n"),
                ElementsAre("array 2", "1", "2", ".", "9", "."));
    EXPECT_THAT(read_replies("|0\r\n:7\r\n"), ElementsAre("7", "."));
}

TEST(reply_parser_test, reads_the_extremes_of_64_bits_and_nothing_beyond) {
    EXPECT_THAT(read_replies(":9223372036854775807\r\n:-9223372036854775808\r\n:+1\r\n"),
                ElementsAre("9223372036854775807", ".", "-9223372036854775808", ".", "1", "."));
    for (const std::string line : {":9223372036854775808\r\n", ":-9223372036854775809\r\n", ":18446744073709551616\r\n",
                                   ":\r\n", ":-\r\n", ":1x\r\n", ":1\rx", ":0x1\r\n", ": 1\r\n", ":1\n"})
        EXPECT_THAT(read_replies(line), ElementsAre(HasSubstr("! an integer"))) << line;
}

TEST(reply_parser_test, refuses_what_is_no_reply) {
    for (const std::string bytes : {"x\r\n",
                                    "+a\n",
                                    "\r\n",
                                    "_x\r\n",
                                    "#x\r\n",
                                    ",\r\n",
                                    ",x\r\n",
                                    "(\r\n",
                                    "(1.5\r\n",
                                    "$x\r\n",
                                    "$-2\r\n",
                                    "$1\r\nabc",
                                    "*x\r\n",
                                    "*-2\r\n",
                                    "%-1\r\n",
                                    "$?\r\n",
                                    "*?\r\n",
                                    "=2\r\nab\r\n",
                                    "=4\r\nabcd\r\n",
                                    "!-1\r\n",
                                    "*1\r\n>1\r\n+p\r\n",
                                    "GET / HTTP/1.1\r\n"})
        EXPECT_THAT(read_replies(bytes), ElementsAre(testing::StartsWith("! "))) << bytes;
}

TEST(reply_parser_test, holds_to_each_of_its_limits) {
    const reply_limits limits{.depth = 2, .nodes = 4, .text_bytes = 100, .reply_bytes = 150};
    EXPECT_THAT(read_replies("*1\r\n*1\r\n:1\r\n", limits), ElementsAre("array 1", "array 1", "1", "."));
    EXPECT_THAT(read_replies("*1\r\n*1\r\n*1\r\n:1\r\n", limits),
                ElementsAre("! aggregates lie in each other at most 2 deep"));
    EXPECT_THAT(read_replies("*5\r\n", limits), ElementsAre("! a reply has at most 4 values"));
    EXPECT_THAT(read_replies("*2\r\n*2\r\n:1\r\n:1\r\n:1\r\n", limits), ElementsAre("! a reply has at most 4 values"));
    EXPECT_THAT(read_replies("+" + std::string(101, 'a') + "\r\n", limits), ElementsAre("! a line is too long"));
    EXPECT_THAT(read_replies("$101\r\n", limits), ElementsAre("! a string has at most 100 bytes"));
    EXPECT_THAT(
        read_replies("*2\r\n$90\r\n" + std::string(90, 'a') + "\r\n$90\r\n" + std::string(90, 'a') + "\r\n", limits),
        ElementsAre("! a reply has at most 150 bytes"));
    EXPECT_THAT(read_replies("$" + std::string(100, '1') + "\r\n", limits), ElementsAre("! a line is too long"));
}

TEST(reply_parser_test, copies_no_text) {
    const std::string input = "$5\r\nhello\r\n";
    reply_parser parser;
    ASSERT_EQ(parser.parse(input), parse_status::complete);
    EXPECT_EQ(parser.nodes().front().text.data(), input.data() + 4);
}

/// Writes one random value and what reading it gives.
void write_random(std::mt19937& random, reply_writer& to, std::vector<std::string>& expected, int depth) {
    std::string text(random() % 20, '\0');
    for (char& c : text)
        c = static_cast<char>(random());
    switch (random() % (depth == 0 ? 4 : 6)) {
    case 0: {
        const auto value = static_cast<std::int64_t>(std::uint64_t{random()} << 32 | random());
        to.integer(value);
        expected.push_back(std::to_string(value));
        break;
    }
    case 1:
        to.bulk(text);
        expected.push_back("'" + text + "'");
        break;
    case 2:
        to.error("ERR", "problem");
        expected.emplace_back("error ERR problem");
        break;
    case 3:
        to.null();
        expected.emplace_back("null");
        break;
    default: {
        const std::size_t members = random() % 5;
        to.array(members);
        expected.push_back("array " + std::to_string(members));
        for (std::size_t i = 0; i < members; ++i)
            write_random(random, to, expected, depth - 1);
    }
    }
}

TEST(reply_parser_test, reads_back_what_the_writer_writes) {
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random{seed};
    for (const auto version : {resp_version::resp2, resp_version::resp3}) {
        output_buffer stream;
        reply_writer to{stream, version};
        std::vector<std::string> expected;
        for (int i = 0; i < 100; ++i) {
            write_random(random, to, expected, 3);
            expected.emplace_back(".");
        }
        EXPECT_EQ(read_replies(stream.view()), expected);
    }
}

} // namespace
} // namespace vesta::rpc
