#include "rig.hpp"
#include "support/remembered_tags.hpp"

#include <vesta/segment/formatted_numbers.hpp>
#include <vesta/segment/masters.hpp>
#include <vesta/testing/manual_clock.hpp>
#include <vesta/tzdb/time_zones.hpp>

#include <gmock/gmock.h>

#include <array>
#include <set>
#include <thread>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Key;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

unix_ms at_instant(const char* text) {
    return std::chrono::floor<std::chrono::milliseconds>(parse_rfc3339(text).value());
}

/// One process of a fleet, whose clock is its own.
class counting_node {
  public:
    counting_node(const std::shared_ptr<segment_store>& table, unix_ms start, std::shared_ptr<tag_memory> memory = {})
        : clock{start}, plain_{without_periods(table, formats()), {.auto_create = 5}},
          numbers{plain_, {formats(), table, {.auto_create = 5, .memory = std::move(memory)}, &clock}} {}

    static number_formats formats() {
        number_formats made;
        const auto zone = tzdb::find_zone("Europe/Berlin").value();
        made.emplace("invoice", number_format::make({.text = "INV-{year}{month}{day}-{number}-{check}",
                                                     .every = restart::daily,
                                                     .width = 4,
                                                     .check = check_method::luhn,
                                                     .zone = zone})
                                    .value());
        made.emplace("bill", number_format::make({.text = "B{number}"}).value());
        return made;
    }

    std::vector<std::string> take(std::size_t count, const std::string& tag = "invoice") {
        auto call = numbers.begin(tag).value();
        return take_of(call, count);
    }
    static std::vector<std::string> take_of(number_texts& call, std::size_t count) {
        std::vector<id> ids(count);
        generate_all(call.source(), ids, system_wall_clock(), 1min).value();
        return call.texts(ids).value();
    }

    manual_clock clock;

  private:
    segment_generator plain_;

  public:
    formatted_numbers numbers;
};

class formatted_tags : public segment_test {
  protected:
    std::vector<std::string> rows() {
        std::vector<std::string> names;
        const auto all = table->list().value();
        for (const tag_row& each : all)
            names.push_back(each.tag);
        return names;
    }

    const unix_ms before_midnight = at_instant("2026-11-23T22:59:59.500Z"); // of Berlin
};

TEST_F(formatted_tags, begin_at_1_with_each_day) {
    counting_node node{table, before_midnight};
    EXPECT_THAT(node.take(2), ElementsAre(StartsWith("INV-20261123-0001-"), StartsWith("INV-20261123-0002-")));
    node.clock.jump(1s);
    EXPECT_THAT(node.take(2), ElementsAre(StartsWith("INV-20261124-0001-"), StartsWith("INV-20261124-0002-")));
    EXPECT_THAT(rows(), ElementsAre("invoice@2026-11-23", "invoice@2026-11-24"));
}

TEST_F(formatted_tags, never_repeat_a_text_over_a_fleet_at_midnight) {
    const std::array<std::unique_ptr<counting_node>, 3> nodes{
        std::make_unique<counting_node>(table, before_midnight),
        std::make_unique<counting_node>(table, before_midnight - 700ms),
        std::make_unique<counting_node>(table, before_midnight + 700ms)};
    std::mutex guard;
    std::vector<std::string> all;
    std::vector<std::thread> threads;
    for (int i = 0; i < 6; ++i) {
        threads.emplace_back([&, i] {
            counting_node& node = *nodes[static_cast<std::size_t>(i) % nodes.size()];
            for (int round = 0; round < 40; ++round) {
                auto texts = node.take(static_cast<std::size_t>(1 + round % 7));
                node.clock.jump(20ms);
                const std::lock_guard lock{guard};
                std::ranges::move(texts, std::back_inserter(all));
            }
        });
    }
    for (auto& each : threads)
        each.join();
    const std::set<std::string> distinct{all.begin(), all.end()};
    EXPECT_EQ(distinct.size(), all.size());
    std::map<std::string, std::set<std::uint64_t>> numbers;
    for (const auto& each : all) {
        const auto read = nodes[0]->numbers.read("invoice", each).value();
        numbers[read.period].insert(read.number);
    }
    ASSERT_THAT(numbers, SizeIs(2));
    for (const auto& [period, of] : numbers)
        EXPECT_EQ(*of.begin(), 1U) << period;
}

TEST_F(formatted_tags, keep_the_period_in_which_a_call_began) {
    counting_node node{table, before_midnight};
    auto call = node.numbers.begin("invoice").value();
    node.clock.jump(1s);
    EXPECT_THAT(node.take(1), ElementsAre(StartsWith("INV-20261124-0001-")));
    EXPECT_THAT(counting_node::take_of(call, 1), ElementsAre(StartsWith("INV-20261123-0001-")));
}

TEST_F(formatted_tags, go_on_where_they_were_when_the_clock_goes_back) {
    counting_node node{table, before_midnight};
    node.take(3);
    node.clock.jump(1s);
    node.take(3);
    node.clock.jump(-1s);
    EXPECT_THAT(node.take(1), ElementsAre(StartsWith("INV-20261123-0004-")));
    node.clock.jump(-24h * 30);
    EXPECT_THAT(node.take(1), ElementsAre(StartsWith("INV-20261025-0001-"))) << "the summer's last day had 25 hours";
}

TEST_F(formatted_tags, let_go_of_days_that_are_over_and_give_their_numbers_back) {
    counting_node node{table, before_midnight};
    for (int day = 0; day < 10; ++day) {
        node.take(1);
        node.clock.jump(24h);
    }
    until([&] { return row("invoice@2026-11-23") == 2 && row("invoice@2026-11-28") == 2; });
    until([&] {
        segment_status sum;
        node.numbers.add_to(sum);
        return sum.tags == 4;
    });
    segment_status sum;
    node.numbers.add_to(sum);
    EXPECT_EQ(sum.counts.served, 10U) << "what was let go of counts on";
    node.clock.jump(-24h * 10);
    EXPECT_THAT(node.take(1), ElementsAre(StartsWith("INV-20261123-0002-")));
}

TEST_F(formatted_tags, count_on_for_ever_without_a_restart) {
    counting_node node{table, before_midnight};
    EXPECT_THAT(node.take(2, "bill"), ElementsAre("B1", "B2"));
    node.clock.jump(24h * 400);
    EXPECT_THAT(node.take(1, "bill"), ElementsAre("B3"));
}

TEST_F(formatted_tags, refuse_numbers_without_room) {
    table->put({.tag = "invoice@2026-11-23", .max_id = 9999, .step = 1});
    counting_node node{table, before_midnight};
    EXPECT_THAT(node.take(1), ElementsAre(StartsWith("INV-20261123-9999-")));
    auto call = node.numbers.begin("invoice").value();
    id next;
    generate_all(call.source(), {&next, 1}, system_wall_clock(), 1min).value();
    const auto refused = call.texts({&next, 1});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::exhausted);
    const auto preview = node.numbers.preview("invoice");
    ASSERT_FALSE(preview);
    EXPECT_EQ(preview.error().code, errc::exhausted);
}

TEST_F(formatted_tags, show_the_next_text_without_taking_it) {
    counting_node node{table, before_midnight};
    for (int i = 0; i < 2; ++i) {
        const auto first = node.numbers.preview("invoice").value();
        EXPECT_THAT(first.text, StartsWith("INV-20261123-0001-"));
        EXPECT_EQ(first.left, 9999U);
        EXPECT_FALSE(first.is_held);
    }
    EXPECT_THAT(rows(), IsEmpty());
    const auto first = node.numbers.preview("invoice").value();
    EXPECT_EQ(node.take(1).front(), first.text);
    const auto second = node.numbers.preview("invoice").value();
    EXPECT_TRUE(second.is_held);
    EXPECT_EQ(second.row, "invoice@2026-11-23");
    EXPECT_EQ(node.take(1).front(), second.text);
    counting_node other{table, before_midnight};
    EXPECT_EQ(other.numbers.preview("invoice").value().next, row("invoice@2026-11-23"));
}

TEST_F(formatted_tags, refuse_a_day_whose_row_went_back_since_this_host_used_it) {
    const auto memory = remember_periods(std::make_shared<remembered_tags>());
    {
        counting_node node{table, before_midnight, memory};
        node.take(7);
        node.numbers.close();
    }
    table->put({.tag = "invoice@2026-11-23", .max_id = 1, .step = 5}); // a dump was restored
    counting_node again{table, before_midnight, memory};
    auto call = again.numbers.begin("invoice").value();
    id unused;
    until([&] {
        const grant given = call.source().try_generate({&unused, 1});
        EXPECT_EQ(given.made, 0U);
        return call.source().explain_refusal(given.why).message.find("went back") != std::string::npos;
    });
}

TEST_F(formatted_tags, are_remembered_for_a_few_days_only) {
    const auto kept = std::make_shared<remembered_tags>();
    const auto memory = remember_periods(kept);
    for (int day = 10; day < 30; ++day)
        memory->save({{tag_in("invoice", "2026-11-" + std::to_string(day)), 5}}, true);
    memory->save({{"bill@2025", 7}}, true);
    EXPECT_THAT(kept->load(), AllOf(SizeIs(9), Contains(Key("bill@2025")), Contains(Key("invoice@2026-11-29")),
                                    Not(Contains(Key("invoice@2026-11-21")))));
}

TEST_F(formatted_tags, are_not_listed_among_the_plain_ones) {
    counting_node node{table, before_midnight};
    node.take(1);
    node.take(1, "bill");
    const auto plain = without_periods(table, counting_node::formats());
    std::vector<std::string> names;
    for (const tag_row& each : plain->list().value())
        names.push_back(each.tag);
    EXPECT_THAT(names, ElementsAre("bill"));
}

TEST_F(formatted_tags, make_no_day_in_a_table_of_several_masters) {
    table->put({.tag = "first", .delta = 2, .remainder = 1});
    counting_node node{heed_masters(table), before_midnight};
    auto call = node.numbers.begin("invoice").value();
    std::array<id, 1> one;
    const auto made = generate_all(call.source(), one, system_wall_clock(), 1min);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, errc::not_found);
    EXPECT_THAT(heed_masters(table)->create("invoice@2026-11-23", 1).error().message,
                HasSubstr("the table is one of several masters"));
    EXPECT_THAT(rows(), ElementsAre("first"));
}

TEST_F(formatted_tags, refuse_tags_without_a_format_and_calls_after_the_end) {
    counting_node node{table, before_midnight};
    const auto unknown = node.numbers.begin("order");
    ASSERT_FALSE(unknown);
    EXPECT_THAT(unknown.error().message,
                HasSubstr("tag 'order' has no format; the settings have one for 'bill', 'invoice'"));
    node.take(1);
    node.numbers.close();
    const auto late = node.numbers.begin("invoice");
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().code, errc::closed);
    EXPECT_EQ(row("invoice@2026-11-23"), 2) << "the rest went back";
}

} // namespace
} // namespace vesta::testing
