#include "session_harness.hpp"

#include <set>
#include <vector>

namespace vesta::rpc::detail {
namespace {

using ::testing::StartsWith;

TEST(genid_test, makes_ids_of_the_generator_asked_for_with_the_method_of_rpc) {
    talk to;
    const auto made = numbers(to.say("genid\r\n"));
    ASSERT_EQ(made.size(), 1u);
    const auto read = find_scheme("vesta")->explain(id{made[0]}).value();
    EXPECT_EQ(read.type, "min-granularity");
    EXPECT_EQ(read.parts.gen_method, 1u);
    EXPECT_EQ(read.parts.machine, 1u);
    const auto peak = find_scheme("vesta")->explain(id{numbers(to.say("GENID GENERATOR peak\r\n")).at(0)}).value();
    EXPECT_EQ(peak.type, "max-peak");
    EXPECT_EQ(peak.parts.gen_method, 1u);
}

TEST(genid_test, makes_as_many_different_ids_as_are_asked_for) {
    talk to;
    const auto made = numbers(to.say("GENID COUNT 1000 GENERATOR wide\r\n"));
    EXPECT_EQ(std::set<std::int64_t>(made.begin(), made.end()).size(), 1000u);
    EXPECT_EQ(numbers(to.say("GENID GENERATOR wide COUNT 1\r\n")).size(), 1u);
    EXPECT_EQ(to.counts().generators[3].ids, 1001u);
}

TEST(genid_test, reaches_tags_and_shards_by_their_selectors) {
    talk to;
    EXPECT_EQ(to.say("GENID GENERATOR segment TAG order COUNT 3\r\n"), "*3\r\n:1\r\n:2\r\n:3\r\n");
    EXPECT_EQ(numbers(to.say("GENID GENERATOR sharded APP 1 GATEPASS bob\r\n")).at(0) >> 56, 1);
}

TEST(genid_test, refuses_what_it_does_not_understand) {
    talk to;
    EXPECT_THAT(to.say("GENID COUNT\r\n"), StartsWith("-ERR COUNT needs a value"));
    EXPECT_THAT(to.say("GENID COUNT 1 COUNT 2\r\n"), StartsWith("-ERR COUNT is given twice"));
    EXPECT_THAT(to.say("GENID SIZE 1\r\n"), StartsWith("-ERR 'SIZE' is not an option here; these are: COUNT"));
    EXPECT_THAT(to.say("GENID GENERATOR nope\r\n"), StartsWith("-NOSUCHTAG there is no generator 'nope'"));
    EXPECT_THAT(to.say("GENID GENERATOR segment TAG nope\r\n"), StartsWith("-NOSUCHTAG there is no tag 'nope'"));
    EXPECT_THAT(to.say("GENID GENERATOR segment\r\n"), StartsWith("-ERR generator segment needs a tag"));
    EXPECT_THAT(to.say("GENID GENERATOR sharded APP x GATEPASS y\r\n"), StartsWith("-ERR APP is 'x'"));
    for (const std::string count : {"0", "-1", "x", "1.5", "10001", "99999999999999999999", "''"})
        EXPECT_THAT(to.say("GENID COUNT " + count + "\r\n"), StartsWith("-RANGE COUNT is ")) << count;
}

TEST(incr_test, counts_as_redis_does_but_each_number_once) {
    talk to;
    EXPECT_EQ(to.say("INCR order\r\nincr order\r\nINCR user\r\nINCR order\r\n"), ":1\r\n:2\r\n:1\r\n:3\r\n");
    EXPECT_EQ(to.say("INCRBY order 10\r\nINCR order\r\n"), ":13\r\n:14\r\n");
    EXPECT_THAT(to.say("INCR nope\r\n"), StartsWith("-NOSUCHTAG"));
}

TEST(incrby_test, takes_numbers_in_one_piece_beyond_a_segment) {
    talk to;
    EXPECT_EQ(to.say("INCRBY order 2500\r\n"), ":2500\r\n");
    EXPECT_EQ(to.say("INCRBY order 1\r\n"), ":2501\r\n");
}

TEST(incrby_test, refuses_counts_out_of_range) {
    talk to;
    for (const std::string count : {"0", "-1", "x", "1048577"})
        EXPECT_THAT(to.say("INCRBY order " + count + "\r\n"), StartsWith("-RANGE the increment is '" + count));
}

TEST(next_test, makes_an_id_for_an_app_and_a_gate_pass) {
    talk to;
    const auto made = numbers(to.say("NEXT 2 13800000000\r\n")).at(0);
    EXPECT_EQ(made >> 56, 2);
    EXPECT_THAT(to.say("NEXT 3 x\r\n"), StartsWith("-NOSUCHTAG id_alloc has no row for app 3"));
    EXPECT_THAT(to.say("NEXT one x\r\n"), StartsWith("-ERR APP is 'one'"));
}

TEST(range_test, tells_start_count_and_stride) {
    talk to;
    const auto range = numbers(to.say("RANGE wide 500\r\n"));
    ASSERT_EQ(range.size(), 3u);
    EXPECT_EQ(range[1], 500);
    EXPECT_EQ(range[2], 128);
    EXPECT_EQ(to.say("RANGE segment 10 TAG order\r\n"), "*3\r\n:1\r\n:10\r\n:1\r\n");
}

TEST(range_test, gives_less_where_less_is_left_in_one_piece) {
    talk to;
    EXPECT_EQ(to.say("RANGE segment 600 TAG user\r\n"), "*3\r\n:1\r\n:600\r\n:1\r\n");
    EXPECT_EQ(to.say("RANGE segment 600 TAG user\r\n"), "*3\r\n:601\r\n:400\r\n:1\r\n");
    EXPECT_LE(numbers(to.say("RANGE wide 9999999999\r\n")).at(1), 1 << 18);
    EXPECT_THAT(to.say("RANGE wide 0\r\n"), StartsWith("-RANGE the count is '0'"));
    EXPECT_THAT(to.say("RANGE nope 1\r\n"), StartsWith("-NOSUCHTAG"));
}

} // namespace
} // namespace vesta::rpc::detail
