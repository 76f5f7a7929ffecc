// The forms in which IDs are answered: for clients that read integers, and for those that would round them.
#include "session_harness.hpp"

#include <vesta/id/text_form.hpp>

#include <gmock/gmock.h>

#include <string>

namespace vesta::rpc::detail {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

constexpr const char* integer = ":[0-9]{18,19}\r\n";
constexpr const char* decimal = "\\$1[89]\r\n[0-9]{18,19}\r\n";

std::string twice(const std::string& pattern) {
    return pattern + pattern;
}

TEST(genid_as_test, answers_in_the_form_asked_for) {
    talk to;
    EXPECT_THAT(to.say("GENID AS text\r\n"), MatchesRegex(decimal));
    EXPECT_THAT(to.say("GENID as HEX\r\n"), MatchesRegex("\\$16\r\n[0-9a-f]{16}\r\n"));
    EXPECT_THAT(to.say("GENID AS base32 GENERATOR peak\r\n"), MatchesRegex("\\$13\r\n[0-9A-Z]{13}\r\n"));
    EXPECT_THAT(to.say("GENID AS base58 COUNT 2\r\n"),
                MatchesRegex("\\*2\r\n" + twice("\\$11\r\n[1-9A-Za-z]{11}\r\n")));
    EXPECT_THAT(to.say("GENID AS base62\r\n"), MatchesRegex("\\$11\r\n[0-9A-Za-z]{11}\r\n"));
    EXPECT_EQ(to.say("GENID GENERATOR segment TAG order AS hex\r\n"), "$16\r\n0000000000000001\r\n");
    EXPECT_THAT(to.say("GENID\r\n"), MatchesRegex(integer));
}

TEST(genid_as_test, repeats_the_form_when_the_same_bytes_come_again) {
    talk to;
    const std::string command = "*3\r\n$5\r\nGENID\r\n$2\r\nAS\r\n$3\r\nhex\r\n";
    EXPECT_THAT(to.say(command + command), MatchesRegex(twice("\\$16\r\n[0-9a-f]{16}\r\n")));
    EXPECT_THAT(to.say("GENID\r\nGENID\r\n"), MatchesRegex(twice(integer)));
}

TEST(genid_as_test, refuses_a_form_that_is_none) {
    talk to;
    EXPECT_THAT(to.say("GENID AS base64\r\n"), StartsWith("-ERR AS is 'base64'; it is text or one of decimal, hex"));
}

TEST(genid_prefix_test, stands_before_each_text) {
    talk to;
    EXPECT_THAT(to.say("GENID AS base58 PREFIX order_\r\n"), MatchesRegex("\\$17\r\norder_[1-9A-Za-z]{11}\r\n"));
    EXPECT_THAT(to.say("GENID COUNT 2 PREFIX o_ AS hex\r\n"),
                MatchesRegex("\\*2\r\n" + twice("\\$18\r\no_[0-9a-f]{16}\r\n")));
    EXPECT_EQ(to.say("GENID GENERATOR segment TAG order PREFIX o_\r\n"), "$3\r\no_1\r\n");
    EXPECT_EQ(to.say("GENID GENERATOR segment TAG order PREFIX p_\r\n"), "$3\r\np_2\r\n");
    const std::string command = "*5\r\n$5\r\nGENID\r\n$2\r\nAS\r\n$3\r\nhex\r\n$6\r\nPREFIX\r\n$2\r\nx_\r\n";
    EXPECT_THAT(to.say(command + command), MatchesRegex(twice("\\$18\r\nx_[0-9a-f]{16}\r\n")));
    EXPECT_EQ(to.counts().generators.front().ids, 5U);
}

TEST(genid_prefix_test, is_refused_where_it_cannot_stand) {
    talk to;
    EXPECT_THAT(to.say("GENID PREFIX a!_\r\n"), StartsWith("-ERR "));
    EXPECT_THAT(to.say("GENID PREFIX order\r\n"), StartsWith("-ERR "));
    EXPECT_THAT(to.say("GENID PREFIX " + std::string(65, 'a') + "_\r\n"), StartsWith("-ERR "));
    EXPECT_EQ(to.counts().generators.front().ids, 0U);
}

TEST(genid_as_test, gives_texts_that_expid_reads) {
    talk to;
    std::string text = to.say("GENID AS hex\r\n").substr(5, 16);
    EXPECT_THAT(to.say("EXPID " + text + "\r\n"), HasSubstr("machine"));
    const std::string tagged = "order_" + to_text(parse_text(text, text_form::hex).value(), text_form::base32);
    EXPECT_THAT(to.say("EXPID " + tagged + "\r\n"), HasSubstr("machine"));
}

TEST(id_replies_test, are_text_above_2_to_the_53_for_libraries_that_round) {
    for (const std::string library : {"ioredis", "node-redis", "iovalkey", "GlideJS", "ioredis(bullmq_v5)"}) {
        talk to;
        ASSERT_EQ(to.say("CLIENT SETINFO LIB-NAME " + library + "\r\n"), "+OK\r\n");
        EXPECT_THAT(to.say("GENID\r\nGENID\r\n"), MatchesRegex(twice(decimal))) << library;
        EXPECT_THAT(to.say("RANGE default 1\r\n"),
                    MatchesRegex("\\*3\r\n" + std::string{decimal} + ":1\r\n:[0-9]+\r\n"));
        EXPECT_THAT(to.say("MAKEID TIME 375339180599 SEQ 1\r\n"), MatchesRegex(decimal));
        EXPECT_EQ(to.say("INCR order\r\nINCRBY order 3\r\n"), ":1\r\n:4\r\n") << "small ones are integers";
    }
}

TEST(id_replies_test, are_integers_for_others_and_before_a_library_is_announced) {
    talk to;
    EXPECT_THAT(to.say("GENID\r\n"), MatchesRegex(integer));
    EXPECT_THAT(to.say("CLIENT SETINFO LIB-NAME redis-py\r\nGENID\r\n"),
                MatchesRegex("\\+OK\r\n" + std::string{integer}));
    EXPECT_THAT(to.say("CLIENT SETINFO LIB-NAME ioredis\r\nGENID\r\n"),
                MatchesRegex("\\+OK\r\n" + std::string{decimal}));
}

TEST(id_replies_test, follow_the_setting) {
    talk integers{{.ids = id_replies::integer}};
    EXPECT_THAT(integers.say("CLIENT SETINFO LIB-NAME ioredis\r\nGENID\r\n"),
                MatchesRegex("\\+OK\r\n" + std::string{integer}));
    talk texts{{.ids = id_replies::text}};
    EXPECT_THAT(texts.say("GENID\r\n"), MatchesRegex(decimal));
    EXPECT_EQ(texts.say("INCR order\r\n"), "$1\r\n1\r\n");
    EXPECT_THAT(texts.say("GENID AS hex\r\n"), MatchesRegex("\\$16\r\n[0-9a-f]{16}\r\n"));
}

/// Generators u, of kind uuid7, and l, of kind ulid, beside the usual ones.
struct uuid_world {
    std::shared_ptr<named_generator> made(std::string name, uuid_kind kind) {
        const auto& family = *cores.emplace_back(core_scheme(kind));
        const time_generator_spec spec{
            .family = &family, .type = family.types().data(), .method = gen_method::rpc, .version = core_version};
        auto makes = time_generator::make(spec, {held}, system_wall_clock(), {}).value();
        return std::make_shared<named_uuid_generator>(std::move(name), kind, std::move(makes), std::vector{held},
                                                      clock);
    }

    testing::memory_marks marks;
    const clock_guard clock{system_wall_clock(), std::chrono::milliseconds{0}};
    std::vector<std::shared_ptr<const scheme>> cores;
    std::shared_ptr<reservation> held = [this] {
        auto one = std::make_shared<reservation>(
            marks.take_over({5}), reservation_policy{.ahead = std::chrono::hours{1}}, system_wall_clock());
        one->renew(true).value();
        return one;
    }();
};

class genid_of_uuids : public ::testing::Test {
  protected:
    uuid_world world;
    talk to{{}, {.more = {world.made("u", uuid_kind::uuid7), world.made("l", uuid_kind::ulid)}}};
};

TEST_F(genid_of_uuids, answers_texts_or_bytes) {
    const std::string uuid = "\\$36\r\n[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\r\n";
    EXPECT_THAT(to.say("GENID GENERATOR u\r\n"), MatchesRegex(uuid));
    EXPECT_THAT(to.say("GENID GENERATOR u AS text COUNT 2\r\n"), MatchesRegex("\\*2\r\n" + twice(uuid)));
    EXPECT_THAT(to.say("GENID GENERATOR u AS typeid\r\n"), MatchesRegex("\\$26\r\n0[0-9a-z]{25}\r\n"));
    EXPECT_THAT(to.say("GENID GENERATOR l\r\n"), MatchesRegex("\\$26\r\n0[0-9A-Z]{25}\r\n"));
    const std::string bytes = to.say("GENID GENERATOR u AS binary\r\n");
    ASSERT_EQ(bytes.size(), 5u + 16 + 2);
    EXPECT_EQ(static_cast<unsigned char>(bytes[5 + 6]) >> 4, 7);
}

TEST_F(genid_of_uuids, gives_another_id_whenever_the_same_bytes_come_again) {
    const std::string both = to.say("GENID GENERATOR u\r\nGENID GENERATOR u\r\n");
    ASSERT_EQ(both.size(), 2u * (5 + 36 + 2));
    EXPECT_LT(both.substr(5, 36), both.substr(43 + 5, 36));
}

TEST_F(genid_of_uuids, gives_texts_that_expid_reads) {
    const std::string text = to.say("GENID GENERATOR u\r\n").substr(5, 36);
    EXPECT_THAT(
        to.say("EXPID " + text + " GENERATOR u\r\n"),
        AllOf(HasSubstr("version\r\n:7\r\n"), HasSubstr("machine\r\n:5\r\n"), HasSubstr("genMethod\r\n:1\r\n")));
    EXPECT_THAT(to.say("EXPID 5 GENERATOR u\r\n"), StartsWith("-RANGE '5' is not an ID of 128 bits"));
}

TEST_F(genid_of_uuids, refuses_what_is_for_64_bits) {
    EXPECT_THAT(to.say("RANGE u 5\r\n"), HasSubstr("makes IDs of 128 bits"));
    EXPECT_THAT(to.say("GENID GENERATOR u AS decimal\r\n"), HasSubstr("have 128"));
    EXPECT_THAT(to.say("GENID AS binary\r\n"), StartsWith("-ERR AS is 'binary'; it is text or one of"));
    EXPECT_THAT(to.say("GENID GENERATOR u AS morse\r\n"),
                StartsWith("-ERR AS is 'morse'; it is text, binary or one of"));
    EXPECT_THAT(to.say("GENID GENERATOR u TAG a\r\n"), HasSubstr("takes no tag"));
}

} // namespace
} // namespace vesta::rpc::detail
