#include "session_harness.hpp"
#include "support/identity_permutations.hpp"

namespace vesta::rpc::detail {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(expid_test, names_every_field_and_the_instant) {
    talk to;
    EXPECT_EQ(to.say("EXPID 2319542600899494910\r\n"),
              "*14\r\n$7\r\nversion\r\n:0\r\n$4\r\ntype\r\n:0\r\n$9\r\ngenMethod\r\n:2\r\n$4\r\ntime\r\n:12758739\r\n"
              "$3\r\nseq\r\n:0\r\n$7\r\nmachine\r\n:1022\r\n$2\r\nat\r\n$24\r\n2015-05-28T08:05:39.000Z\r\n");
    to.say("HELLO 3\r\n");
    EXPECT_THAT(to.say("EXPID 0x2030AB4CC000003FE\r\n"), StartsWith("-RANGE"));
    EXPECT_THAT(to.say("EXPID 2319542600899494910\r\n"), StartsWith("%7\r\n$7\r\nversion\r\n:0\r\n"));
}

TEST(expid_test, refuses_what_no_generator_of_that_name_could_have_made) {
    talk to;
    EXPECT_THAT(to.say("EXPID x\r\n"), StartsWith("-RANGE"));
    EXPECT_THAT(to.say("EXPID -1 GENERATOR leaf\r\n"), StartsWith("-RANGE -1 was not made by snowflake"));
    EXPECT_THAT(to.say("EXPID 1 GENERATOR segment\r\n"),
                StartsWith("-ERR generator segment is of kind segment, whose numbers hold no time"));
}

TEST(expid_test, takes_ids_of_sharded_generators_apart) {
    talk to;
    const auto answer = "*8\r\n$4\r\nnext\r\n:3\r\n$5\r\nshard\r\n:53\r\n$3\r\napp\r\n:1\r\n$6\r\nnumber\r\n:3\r\n";
    EXPECT_EQ(to.say("EXPID 62721 GENERATOR sharded\r\n"), answer);
    EXPECT_EQ(to.say("EXPID 0xf501 GENERATOR sharded\r\n"), answer);
    to.say("HELLO 3\r\n");
    EXPECT_THAT(to.say("EXPID 62721 GENERATOR sharded\r\n"), StartsWith("%4\r\n$4\r\nnext\r\n:3\r\n"));
    EXPECT_THAT(to.say("EXPID -1 GENERATOR sharded\r\n"), StartsWith("-RANGE -1 is negative"));
    EXPECT_THAT(to.say("EXPID bob GENERATOR sharded\r\n"), StartsWith("-RANGE"));
    EXPECT_THAT(to.say("MAKEID TIME 1 SEQ 0 GENERATOR sharded\r\n"), StartsWith("-ERR generator sharded"));
}

TEST(expid_test, keeps_the_number_to_itself_where_a_key_hides_it) {
    talk to{{}, {.permutations = std::make_shared<const testing::identity_permutations>()}};
    EXPECT_EQ(to.say("EXPID 62721 GENERATOR sharded\r\n"),
              "*6\r\n$4\r\nnext\r\n:3\r\n$5\r\nshard\r\n:53\r\n$3\r\napp\r\n:1\r\n");
}

TEST(makeid_test, builds_what_expid_takes_apart) {
    talk to;
    EXPECT_EQ(to.say("MAKEID TIME 12758739 SEQ 0 MACHINE 1022 GENMETHOD 2 TYPE max-peak\r\n"),
              ":2319542600899494910\r\n");
    EXPECT_EQ(to.say("MAKEID SEQ 5 TIME 123456789012 MACHINE 1021 GENMETHOD 2 TYPE 1 VERSION 0 GENERATOR peak\r\n"),
              ":7046982853636134909\r\n");
}

TEST(makeid_test, takes_from_its_generator_what_is_not_given) {
    talk to;
    const auto made = numbers(to.say("MAKEID TIME 123456789012 SEQ 5\r\n")).at(0);
    const auto read = find_scheme("vesta")->explain(id{made}).value();
    EXPECT_EQ(read.parts.machine, 1u);
    EXPECT_EQ(read.parts.gen_method, 1u);
    EXPECT_EQ(read.type, "min-granularity");
    EXPECT_EQ(read.parts.version, 0u);
    EXPECT_EQ(numbers(to.say("MAKEID TIME 1 SEQ 0 GENERATOR leaf\r\n")).at(0), 1 << 22 | 1 << 12);
}

TEST(makeid_test, masks_nothing) {
    talk to;
    EXPECT_THAT(to.say("MAKEID TIME 1\r\n"), StartsWith("-ERR wrong number of arguments"));
    EXPECT_THAT(to.say("MAKEID TIME 1 MACHINE 2\r\n"), StartsWith("-ERR MAKEID needs both TIME and SEQ"));
    EXPECT_THAT(to.say("MAKEID TIME 1 SEQ 1024\r\n"), AllOf(StartsWith("-RANGE"), HasSubstr("seq")));
    EXPECT_THAT(to.say("MAKEID TIME 1 SEQ -1\r\n"), StartsWith("-RANGE SEQ is '-1'"));
    EXPECT_THAT(to.say("MAKEID TIME 1 SEQ 1 MACHINE 1024\r\n"), StartsWith("-RANGE"));
    EXPECT_THAT(to.say("MAKEID TIME 1 SEQ 1 GENMETHOD 4\r\n"), StartsWith("-RANGE"));
    EXPECT_THAT(to.say("MAKEID TIME 1 SEQ 1 VERSION 2\r\n"), StartsWith("-RANGE"));
    EXPECT_THAT(to.say("MAKEID TIME 1 SEQ 1 TYPE huge\r\n"), StartsWith("-RANGE 'huge' is not a type of vesta"));
}

TEST(transtime_test, tells_the_instant_of_a_time_field) {
    talk to;
    EXPECT_EQ(to.say("TRANSTIME 12758739 TYPE max-peak\r\n"), "$24\r\n2015-05-28T08:05:39.000Z\r\n");
    EXPECT_EQ(to.say("TRANSTIME 0\r\n"), "$24\r\n2014-12-31T16:00:00.000Z\r\n");
    EXPECT_EQ(to.say("TRANSTIME 0 GENERATOR leaf\r\n"), "$24\r\n2010-11-04T01:42:54.657Z\r\n");
    EXPECT_THAT(to.say("TRANSTIME 1099511627776\r\n"), StartsWith("-RANGE the time is '1099511627776'"));
    EXPECT_THAT(to.say("TRANSTIME -1\r\n"), StartsWith("-RANGE"));
}

} // namespace
} // namespace vesta::rpc::detail
