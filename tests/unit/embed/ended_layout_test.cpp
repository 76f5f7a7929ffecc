#include "open_fixture.hpp"

#include <vesta/embed/layouts.hpp>

// A18: a layout whose last instant has passed makes no IDs any more, and still reads those it made; the generators
// beside it are not concerned.
namespace vesta::embed {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class a_layout_that_has_ended : public open_test {
  protected:
    // 28 bits of seconds from 2016-05-20T00:00+08:00, the defaults of a well-known generator.
    const std::string baidu = "old: { kind: custom, layout: { time: 28, machine: 22, seq: 13, unit: s, "
                              "epoch: 1463673600000, order: [version, type, genMethod, time, machine, seq] } }";
    const std::string both = baidu + ", default: { kind: vesta }";
    const std::string ended = "2024-11-20T13:24:16.000Z";
};

TEST_F(a_layout_that_has_ended, explains_and_makes_no_ids) {
    auto ids = serve(yaml(both)).value();
    auto old = ids.get("old").value();
    expect_refused(old.generate(), errc::exhausted, "ended at " + ended + "; choose a layout with a later epoch");
    const id made = old.make({.machine = 5, .time = 100, .seq = 3}).value();
    EXPECT_EQ(made, id{(100LL << 35) | (5 << 13) | 3});
    EXPECT_EQ(to_rfc3339(old.explain(made).value().at), "2016-05-19T16:01:40.000Z");
    EXPECT_TRUE(ids.get("").value().generate()) << "the others serve";
}

TEST_F(a_layout_that_has_ended, is_not_ready_and_says_since_when) {
    auto opened = open(yaml(both), {.methods = {gen_method::rest}}).value();
    auto all = opened->published(gen_method::rest).status();
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].name, "old");
    EXPECT_FALSE(all[0].ready);
    EXPECT_TRUE(all[1].ready);
    EXPECT_THAT(all[0].why_not, HasSubstr("ended at " + ended));
    EXPECT_TRUE(opened->close());
}

// A13: the server was up when the last instant came.
TEST_F(a_layout_that_has_ended, is_not_ready_from_its_last_instant_on) {
    auto opened = open(yaml("default: { kind: vesta }")).value();
    const auto now_ready = [&] { return opened->published(gen_method::embedded).status().front().ready; };
    const unix_ms end = find_scheme("vesta")->types().front().end();
    clock_.rest(end - 1ms - start); // with the steady clock: a jump would not be believed
    // Whether the reservation was renewed by then is the keeper's; that is another reason.
    EXPECT_THAT(opened->published(gen_method::embedded).status().front().why_not, Not(HasSubstr("ended at 2049")));
    clock_.rest(1ms);
    EXPECT_FALSE(now_ready());
    EXPECT_THAT(opened->published(gen_method::embedded).status().front().why_not,
                HasSubstr("ended at 2049-11-03T11:53:47.776Z"));
}

TEST_F(a_layout_that_has_ended, starts_and_ends_as_often_as_one_likes) {
    for (int i = 0; i < 3; ++i) {
        auto ids = serve(yaml(baidu)).value();
        expect_refused(ids.get("old").value().generate(), errc::exhausted, ended);
        EXPECT_TRUE(ids.close());
        clock_.jump(1h);
    }
}

TEST_F(a_layout_that_has_ended, is_warned_of_by_name_once) {
    EXPECT_THAT(doubts_about(read(yaml(both)), clock_),
                ElementsAre(AllOf(HasSubstr("generators.old makes no IDs any more"), HasSubstr(ended))));
    EXPECT_THAT(doubts_about(read(yaml("default: { kind: vesta }")), clock_), IsEmpty());
}

TEST_F(a_layout_that_has_ended, is_in_nobodys_way) {
    EXPECT_TRUE(check_generators(read(yaml(both + ", older: " + baidu.substr(5))))) << "neither makes anything";
}

} // namespace
} // namespace vesta::embed
