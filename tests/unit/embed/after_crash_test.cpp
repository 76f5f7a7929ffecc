#include "open_fixture.hpp"
#include "support/child.hpp"

namespace vesta::embed {
namespace {

using namespace std::chrono_literals;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::Lt;

class after_a_crash : public open_test {
  protected:
    static std::string with_mode(const std::string& mode) {
        return "clock: { reserve-ahead: 3s, after-crash: " + mode + ", max-lead: 15s }";
    }

    std::string settings_with(const std::string& mode) const {
        return yaml("default: { kind: vesta, type: min-granularity }", "property: { id: 1 }", with_mode(mode));
    }

    /// A process opens the settings, makes an ID and is killed.
    id made_by_a_process_that_is_killed(const std::string& text) {
        testing::child victim{[&](auto stay) {
            auto ids = serve(text).value();
            stay(to_string(ids.generate().value()));
        }};
        const auto made = parse_id(victim.words()).value();
        victim.kill(SIGKILL);
        return made;
    }

    /// Its keeper would notice the clock's jump within a second; a new start does at once.
    service serve_again(service old, const std::string& text) {
        EXPECT_TRUE(old.close());
        return serve(text).value();
    }

    static unix_ms time_of(service& from, id value) { return from.get("").value().explain(value).value().at; }
};

TEST_F(after_a_crash, ids_wait_for_the_mark_that_it_left) {
    const id before = made_by_a_process_that_is_killed(settings_with("wait"));
    clock_.jump(1ms); // a process takes longer to start
    auto ids = serve(settings_with("wait")).value();
    const id after = ids.generate().value();
    EXPECT_GT(after, before);
    EXPECT_THAT(clock_.now(), Ge(start + 3s)) << "the caller rested until the mark";
    EXPECT_LE(time_of(ids, after), clock_.now()) << "no ID is ahead of the clock";
}

TEST_F(after_a_crash, ids_come_at_once_from_own_time_where_that_is_asked_for) {
    const id before = made_by_a_process_that_is_killed(settings_with("own-time"));
    auto ids = serve(settings_with("own-time")).value();
    const id after = ids.generate().value();
    EXPECT_GT(after, before);
    EXPECT_EQ(clock_.now(), start) << "nobody waited";
    EXPECT_EQ(time_of(ids, after), start + 3s);
}

TEST_F(after_a_crash, own_time_leads_by_no_more_than_it_may) {
    // Every crash adds three seconds of lead; fifteen hold five.
    id last{};
    for (int crash = 0; crash < 5; ++crash) {
        const id made = made_by_a_process_that_is_killed(settings_with("own-time"));
        EXPECT_GT(made, last);
        last = made;
    }
    auto ids = serve(settings_with("own-time")).value();
    const auto refused = ids.generate();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::clock_behind) << refused.error().message;
    clock_.jump(3s);
    ids = serve_again(std::move(ids), settings_with("own-time"));
    EXPECT_GT(ids.generate().value(), last);
}

TEST_F(after_a_crash, a_clock_set_back_by_an_hour_is_an_error_that_says_for_how_long) {
    const id before = made_by_a_process_that_is_killed(settings_with("wait"));
    clock_.jump(-1h);
    auto ids = serve(settings_with("wait")).value();
    const auto refused = ids.generate();
    expect_refused(refused, errc::clock_behind, "behind own time");
    ASSERT_TRUE(refused.error().retry_after);
    EXPECT_THAT(*refused.error().retry_after, ::testing::AllOf(Ge(1h - 1s), Lt(1h + 10s)));
    clock_.jump(1h + 1ms);
    ids = serve_again(std::move(ids), settings_with("wait"));
    EXPECT_GT(ids.generate().value(), before);
}

TEST_F(after_a_crash, a_clean_exit_leaves_nothing_to_wait_for) {
    id before{};
    {
        auto ids = serve(settings_with("wait")).value();
        before = ids.generate().value();
    }
    auto ids = serve(settings_with("wait")).value();
    EXPECT_GT(ids.generate().value(), before);
    EXPECT_THAT(clock_.now(), Lt(start + 2ms)) << "what was not used was given back";
}

TEST_F(after_a_crash, a_corrupt_mark_is_never_taken_for_a_first_start) {
    made_by_a_process_that_is_killed(settings_with("wait"));
    for (const auto& each : std::filesystem::directory_iterator{folder_ / "var"})
        if (each.path().filename().string().starts_with("machine-1.embedded.mark."))
            testing::write_all(each.path(), "");
    expect_refused(serve(settings_with("wait")), errc::state_unusable, "cannot be used: it is empty");
}

} // namespace
} // namespace vesta::embed
