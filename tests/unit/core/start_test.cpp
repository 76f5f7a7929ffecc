#include "support/layouts.hpp"

#include <vesta/generate/time_generator.hpp>
#include <vesta/testing/manual_clock.hpp>
#include <vesta/testing/memory_marks.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// Generators that are there before their machine ID is, or before the tick they may start with.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class a_start : public ::testing::Test {
  protected:
    std::unique_ptr<time_generator> generator(const std::shared_ptr<reservation>& from) {
        time_generator_spec spec;
        spec.family = find_scheme("vesta");
        spec.type = spec.family->type("min-granularity").value();
        return time_generator::make(spec, {from}, clock, [] {}).value();
    }

    std::shared_ptr<reservation> awaited() {
        return std::make_shared<reservation>(reservation_policy{}, clock, [this]() -> result<machine_lease> {
            if (refusal) return *refusal;
            return marks.take({9});
        });
    }

    static grant ask(time_generator& from, id* into = nullptr) {
        id one;
        return from.try_generate({into != nullptr ? into : &one, 1});
    }

    std::optional<error> refusal = error{errc::in_use, "machine ID 9 is lent to 'b'", 7s};
    memory_marks marks;
    manual_clock clock{new_year_2026};
};

TEST_F(a_start, without_a_machine_id_refuses_and_says_what_it_waits_for) {
    const auto source = awaited();
    const auto made = generator(source);
    EXPECT_EQ(made->explain_refusal(errc::not_ready).message, "a machine ID is being taken");
    ASSERT_FALSE(source->renew());
    EXPECT_FALSE(source->is_held());
    EXPECT_THAT(made->machines(), IsEmpty());
    const grant refused = ask(*made);
    EXPECT_EQ(refused.why, errc::not_ready);
    EXPECT_GT(refused.wait, 0ns) << "a caller may wait for it";
    const error why = made->explain_refusal(errc::not_ready);
    EXPECT_EQ(why.message, "there is no machine ID yet: machine ID 9 is lent to 'b'");
    EXPECT_EQ(why.retry_after, 7s);
}

TEST_F(a_start, goes_on_with_the_machine_id_it_gets_above_what_was_used) {
    marks.take({9}).value().mark->advance(new_year_2026 + 2s).value();
    const auto source = awaited();
    const auto made = generator(source);
    ASSERT_FALSE(source->renew());
    refusal.reset();
    ASSERT_TRUE(source->renew());
    EXPECT_TRUE(source->is_held());
    EXPECT_THAT(made->machines(), ElementsAre(machine_id{9}));
    EXPECT_EQ(made->until_start(), 2s);
    id first;
    EXPECT_EQ(ask(*made, &first).wait, 2s);
    const auto parts = made->explain(first).value();
    EXPECT_EQ(parts.parts.machine, 9U);
    EXPECT_EQ(parts.at, new_year_2026 + 2s);
    EXPECT_EQ(made->until_start(), 0s) << "the first ID is given";
}

TEST_F(a_start, that_is_ended_before_it_had_a_machine_id_has_nothing_to_give_back) {
    const auto source = awaited();
    const auto made = generator(source);
    ASSERT_FALSE(source->renew());
    EXPECT_TRUE(source->release());
    EXPECT_EQ(ask(*made).why, errc::closed);
    EXPECT_EQ(source->renew().error().code, errc::closed) << "and takes none any more";
}

TEST_F(a_start, some_seconds_ahead_is_waited_for_and_not_taken_for_a_clock_set_back) {
    marks.take({9}).value().mark->advance(new_year_2026 + 10s).value(); // what Leaf may have used unseen
    refusal.reset();
    const auto source = awaited();
    ASSERT_TRUE(source->renew());
    const auto made = generator(source);
    const grant refused = ask(*made);
    EXPECT_EQ(refused.why, errc::not_ready);
    EXPECT_GT(refused.wait, 0ns);
    const error why = made->explain_refusal(refused.why);
    EXPECT_EQ(why.message, "machine ID 9 may have been used up to 2026-01-01T00:00:10.000Z; IDs in 10s");
    EXPECT_EQ(why.retry_after, 10s);
    clock.jump(-1h);
    EXPECT_EQ(ask(*made).why, errc::clock_behind) << "an hour is no start";
    clock.jump(1h + 10s);
    ASSERT_TRUE(source->renew());
    EXPECT_EQ(ask(*made).made, 1U);
}

TEST_F(a_start, that_was_withdrawn_says_why) {
    refusal.reset();
    const auto source = awaited();
    const auto made = generator(source);
    ASSERT_TRUE(source->renew());
    ASSERT_EQ(ask(*made).made, 1U);
    ASSERT_TRUE(source->withdraw({errc::in_use, "peer 10.0.0.2:6399 uses machine ID 9"}));
    EXPECT_EQ(ask(*made).why, errc::in_use);
    EXPECT_EQ(made->explain_refusal(errc::in_use).message, "peer 10.0.0.2:6399 uses machine ID 9");
    EXPECT_LE(marks.stored({9}), new_year_2026 + 1ms) << "what was not used is given back";
}

} // namespace
} // namespace vesta::testing
