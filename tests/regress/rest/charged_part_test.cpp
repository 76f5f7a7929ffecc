#include "support/access.hpp"
#include "unit/rest/talk.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

/// A generator that makes ten numbers, and then refuses as often as it is asked; and a principal with a quota.
class a_request_that_gets_a_part : public ::testing::Test {
  protected:
    a_request_that_gets_a_part() {
        world.generators.add_scripted("ten", [this](std::span<id> out) {
            if (made) return grant{.wait = pause, .why = errc::not_ready};
            made = true;
            return grant{.made = std::min<std::size_t>(out.size(), 10), .wait = held_back};
        });
        world.gate = std::make_unique<access::gate>(
            access_list_of({{"a", {"take *"}}}, {}, access::quota_settings{.ids_per_second = 1, .burst = 1000}));
        world.open();
    }

    int ask(const std::string& count) {
        talk with{world};
        with.say(get("/v1/generators/ten/ids?count=" + count, "Authorization: Bearer token-of-a\r\n"));
        while (with.then() == talk::next::wait)
            with.resume();
        return with.answers().back().status;
    }

    /// Asks for @p count, then for more than is left if those were charged.
    void expect_to_be_charged(int count) {
        EXPECT_EQ(ask(std::to_string(count)), 503);
        EXPECT_EQ(ask(std::to_string(1000 - count + 10)), 429) << "the quota was given back, though ten were made";
    }

    rest_world world;
    std::chrono::nanoseconds pause = 1ms;
    std::chrono::nanoseconds held_back = 0ms;
    bool made = false;
};

// The refusal that followed within the same attempt made the session forget that anything had been made. So all that
// was asked for went back to the quota, whatever had left the generator, and one could ask for ever.
TEST_F(a_request_that_gets_a_part, is_charged_when_its_patience_ends) {
    expect_to_be_charged(64);
}

TEST_F(a_request_that_gets_a_part, is_charged_when_it_is_a_batch) {
    expect_to_be_charged(100);
}

TEST_F(a_request_that_gets_a_part, is_charged_when_another_attempt_is_of_no_use) {
    pause = 0ms;
    expect_to_be_charged(64);
}

TEST_F(a_request_that_gets_a_part, is_charged_when_its_part_is_held_back_for_too_long) {
    held_back = world.limit.serve + 1s;
    expect_to_be_charged(64);
}

// Its wait is that of one tag, or of a store; the pacer is the generator's, and so all batches waited for it.
TEST_F(a_request_that_gets_a_part, holds_up_no_other_batch_by_what_it_is_refused) {
    pause = 1h;
    talk with{world};
    with.say(get("/v1/generators/ten/ids?count=100", "Authorization: Bearer token-of-a\r\n"));
    ASSERT_EQ(with.then(), talk::next::wait);
    batch_pacer& pacer = world.generators.find("ten").value()->pacer();
    EXPECT_EQ(pacer.pause(std::chrono::steady_clock::now(), false, no_time), no_time);
}

} // namespace
} // namespace vesta::testing
