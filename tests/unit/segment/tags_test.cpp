#include "tags_rig.hpp"

#include <vesta/source/waiting.hpp>

#include <gmock/gmock.h>

#include <condition_variable>
#include <mutex>

// Rows that come, change and go while a generator lives.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

TEST_F(tags, of_a_row_inserted_later_are_found_by_the_first_call) {
    const auto from = open_ready({.refresh_every = 1h});
    table->put({.tag = "late", .max_id = 7, .step = 10});
    EXPECT_EQ(take_one(*from->tag("late").value()), 7);
}

TEST_F(tags, without_a_row_are_refused_and_not_looked_up_by_every_call) {
    const auto from = open_ready({.refresh_every = 1h});
    auto& nobody = *from->tag("nobody").value();
    const error refused = refusal_of(nobody);
    EXPECT_EQ(refused.code, errc::not_found);
    EXPECT_THAT(refused.message, HasSubstr("tag 'nobody'"));
    const int looked_up = gate.begun(call::reserve);
    EXPECT_EQ(from->tag("nobody").error().code, errc::not_found);
    EXPECT_EQ(refusal_of(nobody).code, errc::not_found);
    EXPECT_EQ(gate.begun(call::reserve), looked_up);
}

TEST_F(tags, that_were_refused_work_once_the_row_is_there_and_the_table_was_read) {
    const auto from = open_ready({.refresh_every = 1h});
    auto& late = *from->tag("late").value();
    EXPECT_EQ(refusal_of(late).code, errc::not_found);
    table->put({.tag = "late", .max_id = 7, .step = 10});
    refresh(*from);
    EXPECT_EQ(take_one(late), 7);
}

TEST_F(tags, are_made_and_loaded_without_taking_a_number) {
    const auto from = open_ready({.order = number_order::strict, .auto_create = 10, .refresh_every = 1h});
    EXPECT_FALSE(from->find("order"));
    until([&] { return from->prepare("order").value() == 0ns; });
    EXPECT_EQ(row("order"), 11);
    EXPECT_EQ(from->find("order")->used_end, 0);
    EXPECT_EQ(take_one(*from->tag("order").value()), 1);
    EXPECT_EQ(from->find("order")->used_end, 2);
}

TEST_F(tags, without_a_row_are_not_made_where_nothing_makes_them) {
    const auto from = open_ready({.refresh_every = 1h});
    until([&] { return !from->prepare("nobody"); });
    EXPECT_EQ(from->prepare("nobody").error().code, errc::not_found);
    EXPECT_FALSE(from->find("nobody")->present);
    EXPECT_FALSE(table->find("nobody"));
}

TEST_F(tags, that_are_removed_stop_though_numbers_were_left) {
    table->put({.tag = "order", .step = 100'000});
    table->put({.tag = "user"});
    const auto from = open_ready({.refresh_every = 1h});
    auto& order = *from->tag("order").value();
    for (int i = 0; i < 100; ++i)
        take_one(order); // one by one, so that twelve are set aside by now
    table->remove("order");
    refresh(*from);
    EXPECT_EQ(refusal_of(order).code, errc::not_found);
    EXPECT_EQ(take_one(*from->tag("user").value()), 1);
    const auto counts = status_of(*from, "order").counts;
    EXPECT_EQ(counts.dropped, counts.reserved - 100);
    EXPECT_EQ(from->status().tags, 1U);
}

TEST_F(tags, all_stop_when_the_table_was_emptied) {
    table->put({.tag = "order"});
    table->put({.tag = "user"});
    const auto from = open_ready({.refresh_every = 1h});
    auto& order = *from->tag("order").value();
    auto& user = *from->tag("user").value();
    take_one(order);
    take_one(user);
    table->remove("order");
    table->remove("user");
    refresh(*from);
    EXPECT_EQ(refusal_of(order).code, errc::not_found);
    EXPECT_EQ(refusal_of(user).code, errc::not_found);
    EXPECT_EQ(from->status().tags, 0U);
}

TEST_F(tags, do_not_stop_because_the_table_could_not_be_read) {
    table->put({.tag = "order"});
    const auto from = open_ready({.refresh_every = 1h});
    auto& order = *from->tag("order").value();
    take_one(order);
    gate.fail(errc::store_unavailable);
    refresh(*from);
    EXPECT_EQ(take_one(order), 2);
    until([&] { return from->status().trouble.has_value(); });
    gate.mend();
}

TEST_F(tags, that_are_inserted_anew_begin_where_the_new_row_says) {
    table->put({.tag = "order", .max_id = 5000, .step = 10});
    const auto from = open_ready({.refresh_every = 1h});
    auto& order = *from->tag("order").value();
    take_one(order);
    table->remove("order");
    refresh(*from);
    table->put({.tag = "order", .max_id = 7000, .step = 10});
    refresh(*from);
    EXPECT_EQ(take_one(order), 7000) << "and not one of the 5001 that was left";
}

// U5: 1 to 5 were served, the row was deleted, the table read, the row inserted again from a dump: 1 to 5 came again.
TEST_F(tags, that_come_back_from_a_dump_are_refused_for_as_long_as_the_process_lives) {
    table->put({.tag = "order", .max_id = 1, .step = 100});
    const auto from = open_ready({.refresh_every = 1h});
    auto& order = *from->tag("order").value();
    take(order, 5); // too few for a reservation ahead, which could meet what follows
    for (int times = 0; times < 3; ++times) {
        table->remove("order");
        refresh(*from);
        EXPECT_EQ(refusal_of(order).code, errc::not_found);
        table->put({.tag = "order", .max_id = 1, .step = 100});
        refresh(*from);
        EXPECT_THAT(trouble_of(order, *from),
                    HasSubstr("max_id went back to 1, though numbers up to 100 are reserved"));
    }
    table->put({.tag = "order", .max_id = 101, .step = 100});
    refresh(*from);
    EXPECT_EQ(take_one(order), 101);
}

/// A store whose answer to `list` is held up after it was read.
class late_list final : public segment_store {
  public:
    explicit late_list(segment_store& of) : of_{of} {}
    result<std::vector<tag_row>> list() override {
        auto rows = of_.list();
        std::unique_lock lock{guard_};
        ++read_;
        changed_.notify_all();
        changed_.wait(lock, [&] { return !held_up_; });
        return rows;
    }
    result<segment> reserve(const segment_request& request) override { return of_.reserve(request); }
    result<bool> give_back(std::string_view, const segment&, std::int64_t) override { return false; }
    result<bool> create(std::string_view tag, std::int64_t step) override { return of_.create(tag, step); }

    void await_reading(int times) {
        std::unique_lock lock{guard_};
        changed_.wait(lock, [&] { return read_ >= times; });
    }
    void hold_up(bool held_up) {
        const std::lock_guard guard{guard_};
        held_up_ = held_up;
        changed_.notify_all();
    }

  private:
    segment_store& of_;
    std::mutex guard_;
    std::condition_variable changed_;
    int read_ = 0;
    bool held_up_ = false;
};

TEST_F(tags, just_created_do_not_stop_because_the_table_was_read_before) {
    const auto late = std::make_shared<late_list>(*table);
    segment_generator from{late, {.auto_create = 10, .refresh_every = 1h}};
    late->await_reading(1);
    late->hold_up(true);
    from.refresh();
    late->await_reading(2);
    auto& order = *from.tag("order").value();
    EXPECT_EQ(take_one(order), 1);
    late->hold_up(false);
    from.refresh();
    late->await_reading(3); // what was read the second time has been applied
    EXPECT_EQ(take_one(order), 2);
}

TEST_F(tags, are_created_on_first_use_where_that_is_allowed) {
    const auto from = open({.auto_create = 500});
    EXPECT_EQ(take_one(*from->tag("new").value()), 1);
    const auto row = table->find("new").value();
    EXPECT_EQ(row.step, 500);
    EXPECT_EQ(row.max_id, 501);
}

TEST_F(tags, are_created_on_first_use_though_the_table_was_read_since_they_were_asked_for) {
    gate.shut(call::list);
    const auto from = open({.auto_create = 500});
    gate.await(call::list, 1);
    auto& made = *from->tag("new").value();
    gate.open();
    until([&] { return from->status().ready; });
    EXPECT_TRUE(from->tag("new"));
    EXPECT_EQ(take_one(made), 1);
}

TEST_F(tags, that_were_removed_are_not_created_again_which_would_repeat_their_numbers) {
    const auto from = open_ready({.auto_create = 10, .refresh_every = 1h});
    auto& order = *from->tag("order").value();
    take(order, 100);
    table->remove("order");
    std::vector<id> ids(1'000'000);
    EXPECT_FALSE(generate_all(order, ids, system_wall_clock(), 1min));
    EXPECT_EQ(refusal_of(order).code, errc::not_found);
    EXPECT_FALSE(table->find("order"));
}

TEST_F(tags, that_were_removed_before_their_first_use_are_not_created_either) {
    table->put({.tag = "order", .max_id = 5000});
    const auto from = open_ready({.auto_create = 10, .refresh_every = 1h});
    table->remove("order");
    EXPECT_EQ(refusal_of(*from->tag("order").value()).code, errc::not_found);
    EXPECT_FALSE(table->find("order"));
}

TEST_F(tags, follow_a_changed_step) {
    table->put({.tag = "order", .max_id = 1, .step = 10});
    const auto from = open_ready({.refresh_every = 1h});
    auto& order = *from->tag("order").value();
    take_one(order);
    auto row = table->find("order").value();
    row.step = 5000;
    table->put(row);
    refresh(*from);
    until([&] { return status_of(*from, "order").step == 5000; });
    take(order, 100);
    until([&] { return table->find("order")->max_id > 5000; });
}

TEST_F(tags, whose_row_went_back_are_refused_rather_than_given_out_twice) {
    table->put({.tag = "order", .max_id = 100, .step = 10});
    const auto from = open_ready({.refresh_every = 1h});
    auto& order = *from->tag("order").value();
    take_one(order);
    table->put({.tag = "order", .max_id = 100, .step = 10}); // as a fail-over to an old copy would
    std::vector<id> ids(1000);
    until([&] {
        EXPECT_FALSE(generate_all(order, ids, system_wall_clock(), 1ms));
        return status_of(*from, "order").trouble.has_value();
    });
    const error refused = order.explain_refusal(errc::not_ready);
    EXPECT_THAT(refused.message, HasSubstr("went back to 100"));
    EXPECT_EQ(table->find("order")->max_id, 100);
    table->put({.tag = "order", .max_id = 5000, .step = 10}); // as the message says
    EXPECT_GE(take_one(order), 5000);
}

TEST_F(tags, may_be_100000_in_one_process) {
    constexpr int count = 100'000;
    for (int i = 0; i < count; ++i)
        table->put({.tag = "tag-" + std::to_string(i), .max_id = i, .step = 10});
    const auto from = open_ready();
    EXPECT_EQ(from->status().tags, std::size_t{count});
    for (int i = 0; i < count; i += 997)
        EXPECT_EQ(take_one(*from->tag("tag-" + std::to_string(i)).value()), i);
    from->close();
    EXPECT_EQ(table->find("tag-0")->max_id, 1);
}

TEST_F(tags, are_read_again_every_so_often) {
    const auto from = open({.refresh_every = 10ms});
    gate.await(call::list, 4);
    table->put({.tag = "order"});
    until([&] { return from->status().tags == 1; });
    table->remove("order");
    until([&] { return from->status().tags == 0; });
}

} // namespace
} // namespace vesta::testing
