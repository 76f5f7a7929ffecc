// Every case of hostile/, played to a session in memory.
#include "hostile_cases.hpp"
#include "talk.hpp"

#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

class hostile_requests : public ::testing::Test {
  protected:
    static const std::vector<hostile_case>& cases() {
        static const auto all = read_hostile_cases();
        return all;
    }

    static void expect_end(const hostile_case& about, const talk& with) {
        if (about.end == "close") {
            EXPECT_EQ(with.then(), talk::next::close);
        } else {
            EXPECT_EQ(with.then(), talk::next::receive);
        }
    }

    static void expect_answers(const hostile_case& about, const std::vector<heard>& answers, std::size_t from = 0) {
        std::vector<int> statuses;
        for (std::size_t i = from; i < answers.size(); ++i)
            statuses.push_back(answers[i].status);
        EXPECT_EQ(statuses, about.statuses);
        for (const std::string& text : about.contains) {
            ASSERT_FALSE(answers.empty());
            const std::string last = answers.back().head + "\r\n\r\n" + answers.back().content;
            EXPECT_NE(last.find(text), std::string::npos) << last;
        }
    }

    /// Whether the answer depends on how much arrives at once.
    static bool asks_before_it_sends(const hostile_case& about) {
        return about.request.find("Expect: 100-continue") != std::string::npos;
    }

    /// Whether nothing has begun that could be broken off.
    static bool is_nothing_yet(const hostile_case& about) { return about.request == "\r"; }

    rest_world world;
};

TEST_F(hostile_requests, are_many) {
    EXPECT_GE(cases().size(), 200U);
    for (const hostile_case& each : cases())
        EXPECT_FALSE(each.end.empty()) << each.where;
}

TEST_F(hostile_requests, get_the_right_answer_in_one_piece) {
    for (const hostile_case& each : cases()) {
        SCOPED_TRACE(each.where);
        talk with{world};
        with.say(each.request);
        expect_answers(each, with.answers(each.heads));
        expect_end(each, with);
    }
}

TEST_F(hostile_requests, get_the_right_answer_byte_by_byte) {
    for (const hostile_case& each : cases()) {
        if (asks_before_it_sends(each)) continue;
        SCOPED_TRACE(each.where);
        talk with{world};
        for (const char byte : each.request)
            with.say({&byte, 1});
        expect_answers(each, with.answers(each.heads));
        expect_end(each, with);
    }
}

TEST_F(hostile_requests, get_the_right_answer_wherever_they_are_split) {
    for (const hostile_case& each : cases()) {
        if (each.request.size() > 700 || asks_before_it_sends(each)) continue;
        for (std::size_t split = 1; split < each.request.size(); ++split) {
            SCOPED_TRACE(each.where + ", split at " + std::to_string(split));
            talk with{world};
            with.say(std::string_view{each.request}.substr(0, split));
            with.say(std::string_view{each.request}.substr(split));
            expect_answers(each, with.answers(each.heads));
            expect_end(each, with);
        }
    }
}

TEST_F(hostile_requests, do_not_touch_the_answer_before_them) {
    for (const hostile_case& each : cases()) {
        SCOPED_TRACE(each.where);
        talk with{world};
        with.say(get("/healthz") + each.request);
        std::vector<bool> heads = each.heads;
        heads.insert(heads.begin(), false);
        const auto answers = with.answers(heads);
        ASSERT_FALSE(answers.empty());
        EXPECT_EQ(answers.front().status, 200);
        EXPECT_EQ(answers.front().content, "ok\n");
        expect_answers(each, answers, 1);
        expect_end(each, with);
    }
}

TEST_F(hostile_requests, leave_a_connection_that_stays_open_as_good_as_new) {
    for (const hostile_case& each : cases()) {
        if (each.end != "open") continue;
        SCOPED_TRACE(each.where);
        talk with{world};
        with.say(each.request);
        with.say(get("/healthz"));
        const auto answers = with.answers(each.heads);
        ASSERT_EQ(answers.size(), each.statuses.size() + 1);
        EXPECT_EQ(answers.back().content, "ok\n");
    }
}

TEST_F(hostile_requests, that_break_off_are_answered_or_dropped) {
    for (const hostile_case& each : cases()) {
        if (each.end != "more") continue;
        SCOPED_TRACE(each.where);
        talk with{world};
        with.say(each.request);
        with.end_input();
        EXPECT_TRUE(with.is_closed());
        const auto answers = with.answers(each.heads);
        if (is_nothing_yet(each)) {
            EXPECT_TRUE(answers.empty());
        } else {
            EXPECT_EQ(answers.back().status, 400);
        }
    }
}

TEST_F(hostile_requests, that_break_off_time_out) {
    for (const hostile_case& each : cases()) {
        if (each.end != "more" || is_nothing_yet(each)) continue;
        SCOPED_TRACE(each.where);
        talk with{world};
        with.say(each.request);
        with.time_out();
        EXPECT_TRUE(with.is_closed());
        EXPECT_EQ(with.answers(each.heads).back().status, 408);
    }
}

} // namespace
} // namespace vesta::testing
