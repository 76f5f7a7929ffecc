#include "rig.hpp"
#include "support/remembered_tags.hpp"

#include <gmock/gmock.h>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

class a_host_that_remembers : public segment_test {
  protected:
    std::unique_ptr<segment_generator> start(std::optional<std::int64_t> auto_create = {}) {
        return open_ready({.auto_create = auto_create, .refresh_every = 10ms, .memory = memory});
    }

    std::shared_ptr<remembered_tags> memory = std::make_shared<remembered_tags>();
};

TEST_F(a_host_that_remembers, refuses_a_row_below_what_an_earlier_process_gave_out) {
    table->put({.tag = "order", .max_id = 1, .step = 10});
    take(*start()->tag("order").value(), 5); // it is not even closed
    memory->save({{"order", 6}}, true);
    table->put({.tag = "order", .max_id = 1, .step = 10});
    auto again = start();
    EXPECT_THAT(trouble_of(*again->tag("order").value(), *again),
                AllOf(HasSubstr("max_id went back to 1, though numbers up to 5 are reserved"),
                      HasSubstr("set max_id to at least the largest number in use plus 1"),
                      HasSubstr("says segments-test.known: to start the tag over all the same, stop the "
                                "program and remove that file")));
    table->put({.tag = "order", .max_id = 6, .step = 10});
    EXPECT_EQ(take_one(*again->tag("order").value()), 6);
}

TEST_F(a_host_that_remembers, keeps_at_a_clean_end_exactly_what_was_given_out) {
    for (const auto order : {number_order::lanes, number_order::strict}) {
        table->put({.tag = "order", .max_id = 1, .step = 10});
        memory->save({}, true);
        for (std::int64_t next = 1; next < 40; next += 7) {
            auto from = open_ready({.order = order, .memory = memory});
            EXPECT_EQ(take(*from->tag("order").value(), 7).front(), next);
            from->close(1min);
            EXPECT_THAT(memory->load(), Contains(Pair("order", next + 7)));
            EXPECT_EQ(row(), next + 7) << "the rest went back";
        }
    }
}

TEST_F(a_host_that_remembers, keeps_it_while_the_process_runs) {
    table->put({.tag = "order", .max_id = 1, .step = 10});
    auto from = start();
    EXPECT_EQ(take(*from->tag("order").value(), 25).back(), 25);
    until([&] {
        const auto known = memory->load();
        return known.contains("order") && known.at("order") == 26;
    });
}

TEST_F(a_host_that_remembers, knows_nothing_of_a_tag_that_gave_nothing) {
    table->put({.tag = "order", .max_id = 1, .step = 10});
    table->put({.tag = "user", .max_id = 500, .step = 10});
    auto from = start();
    take_one(*from->tag("order").value());
    from->close(1min);
    EXPECT_THAT(memory->load(), ElementsAre(Pair("order", 2)));
}

TEST_F(a_host_that_remembers, keeps_what_blocks_joined_from_two_ranges_gave_and_no_more) {
    table->put({.tag = "order", .max_id = 1, .step = 10});
    auto from = start();
    auto& order = *from->tag("order").value();
    take(order, 4);
    range_grant block;
    until([&] { return (block = order.try_block(12)).range.count == 12; });
    from->close(1min);
    EXPECT_THAT(memory->load(), Contains(Pair("order", block.range.first.value + 12)));
    EXPECT_EQ(row(), block.range.first.value + 12);
}

TEST_F(a_host_that_remembers, makes_no_row_anew_for_a_tag_that_was_used) {
    memory->save({{"order", 6}}, true);
    auto from = start(10);
    auto& order = *from->tag("order").value();
    const error refused = refusal_of(order);
    EXPECT_EQ(refused.code, errc::not_found);
    EXPECT_THAT(refused.message, HasSubstr("numbers up to 5 were given out on this host, says segments-test.known"));
    EXPECT_FALSE(table->find("order"));
}

TEST_F(a_host_that_remembers, keeps_what_it_knew_of_tags_that_nobody_uses_now) {
    memory->save({{"old", 77}}, true);
    table->put({.tag = "order", .max_id = 1, .step = 10});
    auto from = start();
    take_one(*from->tag("order").value());
    from->close(1min);
    EXPECT_THAT(memory->load(), AllOf(Contains(Pair("old", 77)), Contains(Pair("order", 2))));
}

// Processes that run at the same time share it: the later end counts, whoever saves last.
TEST_F(a_host_that_remembers, lowers_no_end_that_another_process_saved_meanwhile) {
    table->put({.tag = "order", .max_id = 1, .step = 10});
    table->put({.tag = "user", .max_id = 60, .step = 10});
    memory->save({{"order", 1}, {"user", 50}}, true);
    auto from = start();
    memory->save({{"order", 40}, {"user", 55}, {"theirs", 7}}, true);
    take_one(*from->tag("order").value());
    take_one(*from->tag("user").value());
    from->close(1min);
    EXPECT_THAT(memory->load(), ElementsAre(Pair("order", 40), Pair("theirs", 7), Pair("user", 61)));
}

} // namespace
} // namespace vesta::testing
