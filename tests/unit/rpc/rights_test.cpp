#include "session_harness.hpp"
#include "support/access.hpp"

#include <gmock/gmock.h>

namespace vesta::rpc::detail {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// A command line, and the right that lets it through; none: everybody may send it.
struct rule_of_command {
    const char* line;
    const char* right;
};

/// Every command stands here, with one line at least.
const std::vector<rule_of_command> commands{
    {"GENID", "take default"},
    {"GENID COUNT 2 GENERATOR peak", "take peak"},
    {"GENID GENERATOR segment TAG order", "take segment/order"},
    {"INCR order", "take segment/ord*"},
    {"INCRBY order 3", "take segment/order"},
    {"NEXT 7 pass", "take sharded/7"},
    {"GENID GENERATOR sharded APP 7 GATEPASS a", "take sharded/7"},
    {"RANGE segment 3 TAG order", "range segment/order"},
    {"RANGE default 3", "range default"},
    {"EXPID 1", "explain default"},
    {"EXPID 1 GENERATOR peak", "explain peak"},
    {"MAKEID TIME 1 SEQ 1", "make default"},
    {"TRANSTIME 1 GENERATOR peak", "explain p*"},
    {"EXISTS order", "take segment/order"},
    {"GET order", "take segment/order"},
    {"SET order 0 NX", "take segment/ord*"},
    {"SETNX order 0", "take segment/order"},
    {"EXPIRE order 60", "take segment/order"},
    {"PEXPIRE order 60", "take segment/order"},
    {"EXPIREAT order 60", "take segment/order"},
    {"PEXPIREAT order 60", "take segment/order"},
    {"PERSIST order", "take segment/order"},
    {"TTL order", "take segment/order"},
    {"PTTL order", "take segment/order"},
    {"TYPE order", "take segment/order"},
    {"MULTI", "anything"},
    {"EXEC", "anything"},
    {"DISCARD", "anything"},
    {"WATCH order", "anything"},
    {"UNWATCH", "anything"},
    {"PING", "health"},
    {"ECHO a", "anything"},
    {"SELECT 0", "anything"},
    {"CLIENT ID", "anything"},
    {"CLIENT INFO", "anything"},
    {"CLIENT LIST", "admin"},
    {"CLIENT KILL ID 99", "admin"},
    {"CLIENT KILL 10.0.0.1:99", "admin"},
    {"CLIENT TRACKING OFF", "anything"},
    {"CLUSTER SLOTS", "anything"},
    {"READONLY", "anything"},
    {"READWRITE", "anything"},
    {"ASKING", "anything"},
    {"COMMAND COUNT", "anything"},
    {"NOSUCH", "anything"},
    {"INFO", "observe"},
    {"HELLO 2 AUTH default token-of-all", nullptr},
    {"AUTH token-of-all", nullptr},
    {"RESET", nullptr},
    {"QUIT", nullptr},
};

std::string answer(access::access_list list, const std::string& token, const std::string& line) {
    access::gate gate{std::move(list)};
    talk to{{.gate = &gate}};
    if (!token.empty()) {
        EXPECT_EQ(to.say("AUTH " + token + "\r\n"), "+OK\r\n");
    }
    return to.say(line + "\r\n");
}

TEST(rights_of_commands, are_asked_for_by_every_command) {
    std::set<std::string_view> named;
    for (const auto& [line, right] : commands) {
        const std::string_view words{line};
        if (const auto* found = find_command(words.substr(0, words.find(' ')))) named.insert(found->name);
    }
    for (const command_entry& each : command_table())
        EXPECT_TRUE(named.contains(each.name)) << each.name;
}

TEST(rights_of_commands, let_nobody_in_who_gave_no_token) {
    for (const auto& [line, right] : commands) {
        const std::string said = answer(vesta::testing::access_list_of({{"all", {"observe"}}}), "", line);
        if (right == nullptr) {
            EXPECT_THAT(said, Not(StartsWith("-NO"))) << line;
        } else {
            EXPECT_THAT(said, StartsWith("-NOAUTH ")) << line;
        }
    }
}

TEST(rights_of_commands, let_through_what_they_include) {
    for (const auto& [line, right] : commands) {
        if (right == nullptr || std::string_view{right} == "anything") continue;
        const auto list = [&] {
            return vesta::testing::access_list_of(
                {{"one", {right}}, {"other", {"take other", "range other", "make other", "explain other"}}});
        };
        EXPECT_THAT(answer(list(), "token-of-one", line), Not(AnyOf(StartsWith("-NOAUTH"), StartsWith("-NOPERM"))))
            << line;
        EXPECT_THAT(answer(list(), "token-of-other", line),
                    StartsWith("-NOPERM the rights of 'other' do not include '"))
            << line;
        EXPECT_THAT(answer(vesta::testing::access_list_of({}, {right}), "", line),
                    Not(AnyOf(StartsWith("-NOAUTH"), StartsWith("-NOPERM"))))
            << line;
    }
}

TEST(rights_of_commands, hold_from_the_next_turn_on_when_the_list_changes) {
    access::gate gate{vesta::testing::access_list_of({{"a", {"take default"}}})};
    talk to{{.gate = &gate}};
    EXPECT_THAT(to.say("AUTH token-of-a\r\nGENID\r\nGENID\r\n"), StartsWith("+OK\r\n:"));
    gate.replace(vesta::testing::access_list_of({{"a", {"observe"}}}));
    EXPECT_THAT(to.say("GENID\r\n"), StartsWith("-NOPERM")); // though its bytes were remembered
    gate.replace(vesta::testing::access_list_of({{"b", {"take default"}}}));
    EXPECT_THAT(to.say("GENID\r\n"), StartsWith("-NOAUTH"));
    gate.replace(vesta::testing::access_list_of({{"a", {"take default"}}}));
    EXPECT_THAT(to.say("GENID\r\n"), StartsWith(":"));
    EXPECT_THAT(to.say("RESET\r\nGENID\r\n"), HasSubstr("-NOAUTH"));
}

TEST(rights_of_commands, take_a_token_with_the_name_it_belongs_to_or_without_one) {
    access::gate gate{vesta::testing::access_list_of({{"a", {"health"}}, {"b", {"health"}}})};
    for (const char* const words : {"AUTH token-of-a", "AUTH a token-of-a", "AUTH default token-of-a"}) {
        talk to{{.gate = &gate}};
        EXPECT_EQ(to.say(std::string{words} + "\r\nPING\r\n"), "+OK\r\n+PONG\r\n") << words;
    }
    talk to{{.gate = &gate}};
    EXPECT_THAT(to.say("AUTH b token-of-a\r\nPING\r\n"), AllOf(StartsWith("-WRONGPASS"), HasSubstr("-NOAUTH")));
    EXPECT_THAT(to.say("HELLO 3\r\n"), StartsWith("-NOAUTH"));
    EXPECT_THAT(to.say("HELLO 3 AUTH a token-of-a\r\n"), HasSubstr("vesta"));
}

TEST(rights_of_commands, answer_wrong_tokens_ever_later) {
    access::gate gate{vesta::testing::access_list_of({{"a", {"health"}}})};
    talk to{{.gate = &gate}};
    to.say("AUTH 1\r\nAUTH 2\r\nAUTH 3\r\n");
    EXPECT_EQ(to.last.then, interpreter::next::receive);
    const std::string none = to.say("AUTH 4\r\n");
    EXPECT_EQ(to.last.then, interpreter::next::wait);
    EXPECT_GT(to.last.wait, std::chrono::milliseconds{50});
    EXPECT_EQ(none, ""); // it goes out after the wait
    EXPECT_EQ(gate.counted().unknown_tokens, 4U);
}

TEST(rights_of_commands, give_no_more_than_the_quota) {
    access::gate gate{vesta::testing::access_list_of({{"a", {"take *", "range *"}}}, {},
                                                     access::quota_settings{.ids_per_second = 1, .burst = 10})};
    talk to{{.gate = &gate}};
    EXPECT_THAT(to.say("AUTH token-of-a\r\nINCRBY order 4\r\n"), HasSubstr(":4\r\n"));
    EXPECT_THAT(to.say("INCRBY order 11\r\n"), StartsWith("-QUOTA the quota gives at most 10 numbers at once, not 11"));
    EXPECT_THAT(to.say("GENID COUNT 4\r\n"), StartsWith("*4\r\n"));
    EXPECT_THAT(to.say("INCR order\r\nINCR order\r\nINCR order\r\nPING\r\n"),
                AllOf(StartsWith(":5\r\n:6\r\n-QUOTA the quota of 1 numbers a second is used up; retry-after-ms="),
                      HasSubstr("NOPERM")));
    EXPECT_THAT(to.say("RANGE segment 1 TAG order\r\n"), StartsWith("-QUOTA"));
    EXPECT_EQ(gate.counted().over_quota, 3U);
}

} // namespace
} // namespace vesta::rpc::detail
