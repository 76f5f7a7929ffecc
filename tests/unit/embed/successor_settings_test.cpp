#include "settings_fixture.hpp"

#include <vesta/embed/instance.hpp>
#include <vesta/testing/manual_clock.hpp>

// `then` of a generator: the layout that follows at an instant.
namespace vesta::embed {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string next = "at: 2048-06-01T00:00:00Z, kind: custom, version: 1, "
                         "layout: { version: 1, time: 41, seq: 12, machine: 10, epoch: 1767225600000 }";

class a_successor_in_settings : public settings_test {
  protected:
    static std::string after(const std::string& then, const std::string& first = "kind: vesta") {
        return "machine-id: { property: { id: 1 } }\ngenerators:\n  default: { " + first + ", then: { " + then +
               " } }\n";
    }
};

TEST_F(a_successor_in_settings, is_read_and_printed) {
    const settings all = read(after(next));
    const successor_settings& then = *all.generator("")->timed()->then;
    EXPECT_EQ(to_rfc3339(then.at), "2048-06-01T00:00:00.000Z");
    EXPECT_EQ(then.kind, "custom");
    EXPECT_EQ(then.version, 1U);
    EXPECT_EQ(then.layout->seq, 12U);
    EXPECT_EQ(to_yaml(read(to_yaml(all))), to_yaml(all));
    EXPECT_THAT(to_yaml(all), HasSubstr("at: 2048-06-01T00:00:00.000Z"));
    EXPECT_TRUE(check_generators(all));
}

TEST_F(a_successor_in_settings, has_what_is_needed_and_no_more) {
    const auto refused = [](const std::string& then, const std::string& first, const std::string& words) {
        EXPECT_THAT(refusal(after(then, first)), HasSubstr("test.yaml:3: generators.default.then" + words)) << then;
    };
    refused("kind: custom", "kind: vesta", ".at is needed: the instant, as 2048-06-01T00:00:00Z");
    refused("at: tomorrow", "kind: vesta", ".at is 'tomorrow'; it must be an instant after 1970");
    refused("at: 1969-01-01T00:00:00Z", "kind: vesta", ".at is '1969-01-01T00:00:00Z'; it must be an instant");
    refused("at: 2048-06-01T00:00:00Z", "kind: vesta", ".kind is needed");
    refused("at: 2048-06-01T00:00:00Z, kind: uuid7", "kind: vesta", ".kind is 'uuid7'; it must be one of vesta, ");
    refused("at: 2048-06-01T00:00:00Z, kind: custom", "kind: vesta", ".layout is needed with kind: custom");
    refused("at: 2048-06-01T00:00:00Z, kind: vesta, layout: { time: 41 }", "kind: snowflake",
            ".layout is only for kind: custom");
    refused("at: 2048-06-01T00:00:00Z, kind: vesta, type: short", "kind: snowflake",
            ".type cannot be used: 'short' is not a type of vesta");
    refused(next + ", populator: cas", "kind: vesta", ".populator is not a setting; there are at, kind, type, version");
    refused(next + ", version: 0", "kind: vesta", ".version is given twice");
}

TEST_F(a_successor_in_settings, says_why_some_kinds_have_none) {
    EXPECT_THAT(refusal(after(next, "kind: uuid7")), HasSubstr("then is not for kinds uuid7 and ulid"));
    EXPECT_THAT(refusal(after(next, "kind: js")),
                HasSubstr("then is not for kind js, whose IDs are all numbers below"));
    EXPECT_THAT(refusal(after(next, "kind: vesta, outward: { key: 1, keys: { 1: { key-env: K } } }")),
                HasSubstr("then is not for IDs that leave in outward form: a key hides"));
    EXPECT_THAT(refusal("generators: { default: { kind: segment, then: { " + next + " } } }"),
                HasSubstr("generators.default.then is not a setting of kind segment"));
}

TEST_F(a_successor_in_settings, begins_within_both_layouts) {
    const std::string layout =
        ", kind: custom, version: 1, layout: { version: 1, time: 41, seq: 12, machine: 10, epoch: ";
    EXPECT_THAT(
        refusal(after("at: 2049-11-03T11:53:47.777Z" + layout + "1767225600000 }")),
        HasSubstr("then.at is 2049-11-03T11:53:47.777Z; it must be after 2014-12-31T16:00:00.000Z, the epoch of "
                  "min-granularity, and no later than its end, 2049-11-03T11:53:47.776Z"));
    EXPECT_EQ(refusal(after("at: 2049-11-03T11:53:47.776Z" + layout + "1767225600000 }")), "accepted");
    EXPECT_THAT(
        refusal(after("at: 2026-01-01T00:00:00Z" + layout + "1767225600001 }")),
        HasSubstr(
            "then.layout cannot be used: layout 'default.then': epoch 2026-01-01T00:00:00.001Z is in the future"));
    EXPECT_EQ(refusal(after("at: 2048-01-01T00:00:00Z" + layout + "2461449600000 }")), "accepted")
        << "its epoch may be the instant";
    EXPECT_THAT(refusal(after("at: 2048-01-01T00:00:00Z, kind: uid-generator")),
                HasSubstr("then.at is 2048-01-01T00:00:00.000Z; it must be before the end of the layout that begins"));
}

TEST_F(a_successor_in_settings, may_never_repeat_a_number_even_of_a_node_that_does_not_know_it) {
    const std::string moved = "kind: custom, layout: { time: 41, seq: 12, machine: 10, epoch: ";
    EXPECT_THAT(refusal(after("at: 2030-01-01T00:00:00Z, " + moved + "1735689600000 }", moved + "1767225600000 }")),
                AllOf(HasSubstr("generators.default.then could repeat IDs: "),
                      HasSubstr(" is one of the layout before, of 2031-01-01T00:00:00.000Z, and would be made again at "
                                "2030-01-01T00:00:00.000Z")));
    EXPECT_THAT(refusal(after("at: 2048-06-01T00:00:00Z, kind: vesta, version: 2")),
                HasSubstr("then.version is '2'; it must be a whole number from 0 to 1"));
    EXPECT_THAT(refusal(after("at: 2048-06-01T00:00:00Z, kind: snowflake, version: 1")),
                HasSubstr("then.version is 1; the layout takes 0 to 0"));
}

TEST_F(a_successor_in_settings, fits_the_machine_ids_and_ways_of_publishing) {
    const std::string narrow =
        "at: 2048-06-01T00:00:00Z, kind: custom, version: 1, layout: { version: 1, time: 41, seq: "
        "16, machine: 6, epoch: 1767225600000 }";
    auto text = after(narrow);
    text.replace(text.find("id: 1 "), 6, "id: 99 ");
    const auto refused = check_generators(read(text));
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("machine ID 99"));
    const std::string one_bit =
        "at: 2048-06-01T00:00:00Z, kind: custom, version: 1, layout: { version: 1, gen-method: 1, "
        "time: 41, seq: 11, machine: 10, epoch: 1767225600000 }";
    const auto no_method = check_generators(read(after(one_bit)));
    ASSERT_FALSE(no_method);
    EXPECT_THAT(no_method.error().message, HasSubstr("generators.default.then: genMethod 2 (rest) does not fit"));
    EXPECT_TRUE(check_generators(read(after(one_bit + ", gen-method: 1"))));
}

TEST_F(a_successor_in_settings, is_compared_with_other_generators_from_its_instant_on) {
    const std::string other =
        "  other: { kind: custom, version: 1, layout: { version: 1, time: 41, seq: 12, machine: 10, "
        "epoch: 1767225600000 } }\n";
    const auto refused = check_generators(read(after(next) + other));
    ASSERT_FALSE(refused) << "20 years from now, and a server that is up then would make them";
    EXPECT_THAT(refused.error().message, HasSubstr("generators.default.then and generators.other would make the same"));
    EXPECT_TRUE(check_generators(read(after(next) + "  other: { kind: snowflake }\n")));
}

TEST_F(a_successor_in_settings, is_warned_of_where_it_is_not_sorted_behind) {
    const testing::manual_clock clock{unix_ms{1767225600000ms}};
    const std::string layout = "layout: { version: 1, time: 40, seq: 12, machine: 10, epoch: 1767225600000 }";
    const std::string above = "at: 2048-06-01T00:00:00Z, kind: custom, version: 1, " + layout;
    EXPECT_THAT(doubts_about(read(after(above, "kind: custom, " + layout)), clock), IsEmpty()) << "63 bits";
    EXPECT_THAT(
        doubts_about(read(after(next)), clock),
        ElementsAre(AllOf(HasSubstr("generators.default.then: its IDs, from 2048-06-01T00:00:00.000Z on, are not "
                                    "all larger"))));
}

} // namespace
} // namespace vesta::embed
