#include "rig.hpp"

#include <vesta/segment/several_masters.hpp>

#include <gmock/gmock.h>
#include <support/random.hpp>
#include <support/remembered_tags.hpp>

#include <mutex>
#include <set>

// One generator on several masters: each range is from the next one that answers.
namespace vesta::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Tables in memory, each of which can be switched off.
class several : public segment_test {
  protected:
    static constexpr std::uint32_t count = 3;

    struct database {
        std::shared_ptr<memory_segments> table = std::make_shared<memory_segments>();
        call_gate gate{*table};
    };

    several() {
        for (std::uint32_t i = 0; i < count; ++i)
            put("order", i, {.step = 10, .delta = count, .remainder = i});
    }

    void put(const std::string& tag, std::uint32_t origin, const tag_facts& facts, std::int64_t max_id = 1) {
        at(origin).table->put(
            {.tag = tag, .max_id = max_id, .step = facts.step, .delta = facts.delta, .remainder = facts.remainder});
    }
    database& at(std::uint32_t origin) { return databases[origin]; }
    std::int64_t row_of(std::uint32_t origin) { return at(origin).table->find("order").value().max_id; }

    std::shared_ptr<several_masters> masters(std::uint32_t first = 0) {
        std::vector<master> all;
        for (std::uint32_t i = 0; i < count; ++i)
            all.push_back({std::string{"north south west"}.substr(i * 6, i == 2 ? 4 : 5), at(i).table});
        log_sink to_log = [this](severity, std::string_view line) {
            const std::lock_guard guard{log_guard};
            log.emplace_back(line);
        };
        return std::make_shared<several_masters>(std::move(all), std::move(to_log), first);
    }
    std::unique_ptr<segment_generator> on(std::shared_ptr<segment_store> store, segment_options options = {}) {
        return std::make_unique<segment_generator>(std::move(store), options);
    }
    /// Which of them the next ranges of the tag are from.
    static std::vector<std::uint32_t> origins_of(segment_store& from, int ranges) {
        std::vector<std::uint32_t> all;
        for (int i = 0; i < ranges; ++i)
            all.push_back(from.reserve({.tag = "order"}).value().origin);
        return all;
    }
    static error refusal(segment_store& of, const segment_request& request) {
        auto made = of.reserve(request);
        EXPECT_FALSE(made) << "a range from " << made->first;
        return made ? error{} : std::move(made).error();
    }

    std::array<database, count> databases;
    std::mutex log_guard;
    std::vector<std::string> log; // read where no other thread writes to it
};

TEST_F(several, give_ranges_in_turn) {
    EXPECT_THAT(origins_of(*masters(), 4), ElementsAre(0, 1, 2, 0));
    EXPECT_THAT(origins_of(*masters(2), 2), ElementsAre(2, 0));
}

TEST_F(several, give_no_number_twice_and_all_of_each_range) {
    const auto from = on(masters());
    auto& order = *from->tag("order").value();
    std::set<std::int64_t> seen;
    for (const std::int64_t each : take(order, 1000))
        EXPECT_TRUE(seen.insert(each).second) << each;
    std::array<int, count> of{};
    for (const std::int64_t each : seen)
        ++of.at(static_cast<std::size_t>(each % count));
    for (const int each : of)
        EXPECT_GT(each, 0);
    from->close();
    const auto counts = from->status().counts;
    EXPECT_EQ(counts.reserved, counts.served + counts.given_back + counts.dropped);
    EXPECT_EQ(counts.dropped, 0U);
}

TEST_F(several, leave_one_alone_that_does_not_answer) {
    const auto from = masters();
    at(1).gate.fail(errc::store_unavailable);
    EXPECT_THAT(origins_of(*from, 5), ElementsAre(0, 2, 2, 0, 2));
    EXPECT_EQ(at(1).gate.begun(call::reserve), 1);
    ASSERT_THAT(log, ::testing::SizeIs(1));
    EXPECT_THAT(log.front(), HasSubstr("master south does not answer"));
    EXPECT_THAT(from->trouble().value().message, HasSubstr("master south is left alone"));

    at(1).gate.mend();
    EXPECT_THAT(origins_of(*from, 3), ::testing::Not(::testing::Contains(1U)));
    ASSERT_TRUE(from->list()) << "it finds that the master is back";
    EXPECT_THAT(origins_of(*from, 3), ::testing::Contains(1U));
    EXPECT_THAT(log.back(), HasSubstr("master south answers again"));
    EXPECT_FALSE(from->trouble());
}

TEST_F(several, need_only_one_that_answers) {
    for (std::uint32_t alive = 0; alive < count; ++alive) {
        const auto from = on(masters());
        for (std::uint32_t i = 0; i < count; ++i)
            i == alive ? at(i).gate.mend() : at(i).gate.fail(errc::store_unavailable);
        auto& order = *from->tag("order").value();
        for (const std::int64_t each : take(order, 500))
            EXPECT_TRUE(each % count == alive || each < 31) << each << ": beyond what was reserved before";
        until([&] { return from->status().ready; });
    }
}

TEST_F(several, ask_all_again_when_none_answers) {
    const auto from = masters();
    for (auto& each : databases)
        each.gate.fail(errc::store_unavailable);
    EXPECT_EQ(refusal(*from, {.tag = "order"}).code, errc::store_unavailable);
    EXPECT_EQ(from->list().error().code, errc::store_unavailable);
    at(2).gate.mend();
    EXPECT_THAT(origins_of(*from, 2), ElementsAre(2, 2));
}

TEST_F(several, pass_over_one_that_is_exhausted) {
    at(0).table->put({.tag = "order", .max_id = 30, .step = 10, .limit = 20, .delta = count, .remainder = 0});
    const auto from = masters();
    EXPECT_THAT(origins_of(*from, 4), ElementsAre(1, 1, 2, 1));
    EXPECT_THAT(log, IsEmpty());
}

TEST_F(several, tell_the_refusal_with_the_best_prospect) {
    EXPECT_EQ(refusal(*masters(), {.tag = "new"}).code, errc::not_found);
    at(0).table->put({.tag = "new", .max_id = 30, .step = 10, .limit = 20, .delta = 3, .remainder = 0});
    EXPECT_EQ(refusal(*masters(), {.tag = "new"}).code, errc::exhausted);
    at(1).gate.fail(errc::store_unavailable);
    const error refused = refusal(*masters(), {.tag = "new"});
    EXPECT_EQ(refused.code, errc::not_ready) << "the one that is away may have numbers";
    EXPECT_THAT(refused.message, HasSubstr("no answer comes from south"));
}

TEST_F(several, hand_nothing_out_where_two_have_one_remainder) {
    put("order", 1, {.step = 10, .delta = count, .remainder = 0});
    const auto from = masters();
    EXPECT_EQ(from->reserve({.tag = "order"}).value().origin, 0U);
    EXPECT_EQ(from->reserve({.tag = "order"}).value().origin, 2U) << "north's range was handed out, so not south's";
    ASSERT_TRUE(from->list());
    const auto rows = std::array{row_of(0), row_of(1)};
    EXPECT_THAT(origins_of(*from, 3), ElementsAre(2, 2, 2));
    EXPECT_EQ((std::array{row_of(0), row_of(1)}), rows) << "a range that is not handed out is not reserved";

    put("order", 1, {.step = 10, .delta = count, .remainder = 1}, 1000);
    ASSERT_TRUE(from->list());
    EXPECT_THAT(origins_of(*from, 3), ::testing::UnorderedElementsAre(0, 1, 2));
}

TEST_F(several, hand_nothing_out_of_rows_with_deltas_that_meet) {
    put("mixed", 0, {.step = 10, .delta = 4, .remainder = 2});
    put("mixed", 1, {.step = 10, .delta = 6, .remainder = 4}); // 10 has both remainders
    put("mixed", 2, {.step = 10, .delta = 6, .remainder = 5});
    const auto from = masters();
    ASSERT_TRUE(from->list());
    EXPECT_EQ(from->reserve({.tag = "mixed"}).value().origin, 2U);
    at(2).table->remove("mixed");
    ASSERT_TRUE(from->list());
    const error refused = refusal(*from, {.tag = "mixed"});
    EXPECT_EQ(refused.code, errc::state_unusable);
    EXPECT_THAT(refused.message, HasSubstr("so that both give some number"));
}

TEST_F(several, hand_nothing_out_of_a_row_for_all_numbers) {
    put("alone", 0, {.step = 10, .delta = 1, .remainder = 0});
    EXPECT_THAT(refusal(*masters(), {.tag = "alone"}).message, HasSubstr("as if there were no other master"));
}

TEST_F(several, refuse_the_one_whose_row_went_back_and_no_other) {
    const auto from = on(masters());
    auto& order = *from->tag("order").value();
    take(order, 200);
    const auto before = row_of(1);
    put("order", 1, {.step = 10, .delta = count, .remainder = 1});
    for (const std::int64_t each : take(order, 500))
        EXPECT_TRUE(each % count != 1 || each >= 1);
    EXPECT_EQ(row_of(1), 1) << "it went back from " << before;
    EXPECT_GT(row_of(0), 200);
}

TEST_F(several, are_remembered_each_by_itself) {
    const auto memory = std::make_shared<remembered_tags>();
    const auto from = on(masters(), {.memory = memory});
    take(*from->tag("order").value(), 200);
    from->close();
    ASSERT_EQ(memory->load().size(), count);
    for (std::uint32_t i = 0; i < count; ++i) {
        EXPECT_EQ(memory->load().at(remembered_as("order", i)), row_of(i)) << i;
    }
    put("order", 2, {.step = 10, .delta = count, .remainder = 2});
    const auto again = on(masters(), {.memory = memory});
    for (const std::int64_t each : take(*again->tag("order").value(), 500))
        EXPECT_NE(each % count, 2) << "that master's row went back";
    EXPECT_EQ(row_of(2), 1);
}

TEST_F(several, keep_the_tags_of_one_that_is_away) {
    put("rare", 1, {.step = 10, .delta = count, .remainder = 1});
    const auto from = masters();
    const auto has = [&](const char* tag) {
        const auto rows = from->list().value();
        return std::ranges::count(rows, tag, &tag_row::tag);
    };
    EXPECT_EQ(has("rare"), 1);
    EXPECT_EQ(has("order"), 1) << "once, though each has a row for it";
    at(1).gate.fail(errc::store_unavailable);
    EXPECT_EQ(has("rare"), 1);
    at(1).gate.mend();
    at(1).table->remove("rare");
    EXPECT_EQ(has("rare"), 0);
}

/// Two hosts that share the tables, each with one process at a time, and masters that come and go.
TEST_F(several, give_no_number_twice_whatever_fails) {
    struct host {
        std::shared_ptr<remembered_tags> memory = std::make_shared<remembered_tags>();
        std::unique_ptr<segment_generator> process;
    };
    auto dice = random_source::announced();
    std::array<host, 2> hosts;
    std::set<std::int64_t> seen;
    for (int step = 0; step < 2000; ++step) {
        host& of = hosts[dice.below(hosts.size())];
        if (!of.process || dice.below(50) == 0) {
            if (of.process && dice.below(2) == 0) of.process->close(); // else it crashes
            of.process.reset();
            of.process = on(masters(static_cast<std::uint32_t>(dice.below(count))),
                            {.refresh_every = std::chrono::milliseconds{10}, .memory = of.memory});
        }
        call_gate& master = at(static_cast<std::uint32_t>(dice.below(count))).gate;
        dice.below(3) == 0 ? master.fail(errc::store_unavailable) : master.mend();
        std::vector<id> ids(1 + dice.below(20));
        const auto tag = of.process->tag("order");
        if (!tag || !generate_all(**tag, ids, system_wall_clock(), std::chrono::milliseconds{2})) continue;
        for (const id each : ids)
            EXPECT_TRUE(seen.insert(each.value).second) << each.value << " twice, in step " << step;
    }
    EXPECT_GT(seen.size(), 5000U) << "it served for most of the time";
}

TEST_F(several, make_no_row_and_raise_in_all) {
    const auto from = masters();
    EXPECT_THAT(from->create("new", 1).error().message, HasSubstr("add its row to each by SQL"));
    EXPECT_FALSE(at(0).table->find("new"));
    for (std::uint32_t i = 0; i < count; ++i)
        at(i).table->put({.tag = "order", .max_id = 1, .step = 10, .limit = 100, .delta = count, .remainder = i});
    EXPECT_TRUE(from->raise("order", 200).value());
    for (auto& each : databases)
        EXPECT_EQ(each.table->find("order").value().limit, 200);
    EXPECT_FALSE(from->raise("order", 200).value());
    at(2).gate.fail(errc::store_unavailable);
    const auto half = from->raise("order", 300);
    ASSERT_FALSE(half);
    EXPECT_THAT(half.error().message, HasSubstr("the limit is raised in masters before it"));
}

} // namespace
} // namespace vesta::testing
