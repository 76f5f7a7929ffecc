#include "support/expire.hpp"
#include "support/layouts.hpp"

#include <vesta/generate/time_generator.hpp>
#include <vesta/machine/leased_ids.hpp>
#include <vesta/testing/manual_clock.hpp>
#include <vesta/testing/memory_leases.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <thread>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

class a_lost_machine_id : public ::testing::Test {
  protected:
    a_lost_machine_id() {
        for (std::uint32_t id = 0; id <= max_id; ++id) // used before, so that there is no waiting for them
            table->put({.id = {id}, .instance = id == max_id ? "node-a" : "old", .mark = new_year_2026 - 1h}, 0ms)
                .value();
        held = std::make_shared<reservation>(lease("node-a").value(), reservation_policy{}, clock,
                                             [this] { return lease("node-a"); });
        held->renew(true).value();
        generator = time_generator::make(spec(), {held}, clock, [] {}).value();
    }

    static time_generator_spec spec() {
        time_generator_spec made;
        made.family = find_scheme("vesta");
        made.type = made.family->type("min-granularity").value();
        return made;
    }

    result<machine_lease> lease(const std::string& instance) {
        auto leases = leased_ids{table, 10s, clock}.acquire({.instance = instance, .max_id = max_id});
        if (!leases) return std::move(leases).error();
        return std::move(leases->front());
    }

    /// Somebody else takes the machine ID that is held.
    void steal() {
        expire(*table, held->machine());
        lease_row row = table->row(held->machine()).value();
        row.token = "thief";
        row.instance = "node-b";
        ASSERT_TRUE(table->put(row, 1h).value());
    }

    unix_ms now() const { return std::chrono::floor<std::chrono::milliseconds>(clock.now()); }

    /// As the keeper does, until @p end, and then once more.
    void keep(reservation& kept, unix_ms end) {
        while (now() < end) {
            EXPECT_TRUE(kept.renew()) << kept.trouble()->message;
            clock.jump(std::min(std::max(kept.due_in(), 1ms), end - now()));
        }
        EXPECT_TRUE(kept.renew()) << kept.trouble()->message;
    }

    fields parts(id of) const { return generator->explain(of).value().parts; }

    std::uint32_t max_id = 3;
    manual_clock clock{new_year_2026};
    std::shared_ptr<memory_leases> table = std::make_shared<memory_leases>(clock);
    std::shared_ptr<reservation> held;
    std::unique_ptr<time_generator> generator;
};

TEST_F(a_lost_machine_id, is_replaced_and_generating_goes_on) {
    const machine_id before = held->machine();
    const fields first = parts(generator->generate().value());
    EXPECT_EQ(first.machine, before.value);
    steal();
    EXPECT_EQ(parts(generator->generate().value()).machine, before.value) << "what was reserved is served";
    clock.jump(1s);
    ASSERT_TRUE(held->renew(true)) << held->trouble()->message;
    EXPECT_NE(held->machine(), before);
    const fields next = parts(generator->generate().value());
    EXPECT_EQ(next.machine, held->machine().value);
    EXPECT_GT(next.time, first.time);
    EXPECT_EQ(generator->machines(), std::vector{held->machine()});
    EXPECT_FALSE(held->trouble());
}

// U6: where only machine IDs are left that the store may have forgotten an owner of.
class a_machine_id_lost_where_no_other_was_used : public a_lost_machine_id {
  protected:
    a_machine_id_lost_where_no_other_was_used() {
        for (const lease_row& each : table->rows().value())
            if (each.id != held->machine()) table->forget(each.id);
        steal();
        clock.jump(1s);
        EXPECT_TRUE(held->renew(true)) << held->trouble()->message;
    }

    lease_row next_row() const {
        for (const lease_row& each : table->rows().value())
            if (each.id != before) return each;
        return {};
    }

    const machine_id before{max_id};
    const unix_ms mark = held->mark();
};

TEST_F(a_machine_id_lost_where_no_other_was_used, is_served_to_its_mark_and_then_replaced_when_the_other_may_be_used) {
    const unix_ms begins = next_row().mark;
    EXPECT_GT(begins, mark) << "a forgotten owner may reserve so much";
    EXPECT_EQ(held->due_in(), mark - now()) << "nothing is to be done before";
    keep(*held, mark - 1ms);
    EXPECT_EQ(parts(generator->generate().value()).machine, before.value);
    keep(*held, mark);
    EXPECT_NE(held->machine(), before);
    id made;
    EXPECT_EQ(generator->try_generate({&made, 1}).made, 0U);
    keep(*held, begins);
    EXPECT_EQ(parts(generator->generate().value()).machine, held->machine().value);
}

TEST_F(a_machine_id_lost_where_no_other_was_used, is_given_back_with_the_one_that_was_to_follow) {
    const unix_ms begins = next_row().mark;
    ASSERT_TRUE(held->release());
    EXPECT_TRUE(next_row().token.empty());
    EXPECT_EQ(next_row().mark, begins) << "it was not used";
    EXPECT_EQ(held->machine(), next_row().id) << "what was given back is what is told of";
    EXPECT_EQ(held->mark(), begins);
    EXPECT_FALSE(generator->generate());
}

TEST_F(a_machine_id_lost_where_no_other_was_used, is_followed_by_yet_another_where_that_one_is_lost_too) {
    const lease_row stolen = next_row();
    lease_row row = stolen;
    row.token = "thief";
    ASSERT_TRUE(table->put(row, 1h).value());
    ASSERT_TRUE(held->renew(true));
    EXPECT_EQ(held->machine(), before);
    keep(*held, now() + 30s);
    EXPECT_NE(held->machine(), before);
    EXPECT_NE(held->machine(), stolen.id);
    EXPECT_TRUE(generator->generate());
}

/// An hour is reserved, so that the other one is to be kept for long.
class a_machine_id_lost_with_much_left : public a_lost_machine_id {
  protected:
    a_machine_id_lost_with_much_left() {
        EXPECT_TRUE(far.renew(true));
        for (const lease_row& each : table->rows().value())
            if (each.id != first) table->forget(each.id);
        lease_row row = table->row(first).value();
        row.token = "thief";
        EXPECT_TRUE(table->put(row, 24h).value());
        clock.jump(1s);
        EXPECT_TRUE(far.renew(true));
        EXPECT_EQ(far.machine(), first);
        EXPECT_NE(next_row().version, lease_row::absent);
    }

    static lease_terms terms() {
        lease_terms made{40min};
        made.lead = 1h;
        return made;
    }

    result<machine_lease> take() {
        auto leases = for_long.acquire({.instance = "node-d", .max_id = max_id});
        if (!leases) return std::move(leases).error();
        return std::move(leases->front());
    }

    lease_row next_row() const {
        for (const lease_row& each : table->rows().value())
            if (each.id != first) return each;
        return {};
    }

    leased_ids for_long{table, terms(), clock};
    reservation far{take().value(), reservation_policy{.ahead = 1h}, clock, [this] { return take(); }};
    const machine_id first = far.machine();
};

TEST_F(a_machine_id_lost_with_much_left, has_the_store_hear_of_the_one_that_is_to_follow) {
    for (int minute = 0; minute < 120; ++minute) {
        keep(far, now() + 1min);
        EXPECT_GT(next_row().left, 0ms) << "minute " << minute;
    }
    EXPECT_EQ(far.machine(), next_row().id);
    EXPECT_EQ(far.mark(), next_row().mark);
}

TEST_F(a_machine_id_lost_with_much_left, covers_by_the_one_that_follows_what_the_store_has_of_it) {
    const unix_ms lost = far.mark();
    keep(far, lost);
    EXPECT_EQ(far.machine(), next_row().id);
    EXPECT_EQ(far.mark(), next_row().mark);
    EXPECT_GT(far.mark(), lost + 30min) << "it was renewed meanwhile";
}

TEST_F(a_machine_id_lost_with_much_left, gives_back_all_of_the_one_that_did_not_follow) {
    const unix_ms begins = next_row().mark;
    keep(far, now() + 50min);
    EXPECT_GT(next_row().mark, begins);
    ASSERT_TRUE(far.release());
    EXPECT_EQ(next_row().mark, begins);
}

TEST_F(a_lost_machine_id, is_served_to_its_mark_while_there_is_no_other_and_no_further) {
    steal();
    max_id = held->machine().value; // so that those below it are to be had, and it is not
    table->set_fault(
        [n = 0]() mutable { return ++n <= 3 ? memory_leases::fault::none : memory_leases::fault::before; });
    clock.jump(1s);
    ASSERT_FALSE(held->renew(true));
    ASSERT_TRUE(held->trouble());
    EXPECT_THAT(held->trouble()->message, HasSubstr("is lost, and none can be had in its place"));
    EXPECT_EQ(held->due_in(), 0ms);
    const unix_ms mark = held->mark();
    clock.set(mark - 1ms);
    EXPECT_TRUE(generator->generate());
    clock.set(mark);
    id made;
    EXPECT_EQ(generator->try_generate({&made, 1}).why, errc::not_ready);
    table->set_fault({});
    ASSERT_TRUE(held->renew());
    EXPECT_TRUE(generator->generate());
}

TEST_F(a_lost_machine_id, does_not_let_own_time_go_back) {
    const fields first = parts(generator->generate().value());
    steal();
    clock.jump(-1s);
    ASSERT_TRUE(held->renew(true)) << "a sign of life is not due, so nothing is noticed";
    clock.jump(-1h);
    lease_row row = table->row(held->machine()).value();
    ASSERT_EQ(row.token, "thief");
    clock.jump(1h + 2s);
    ASSERT_TRUE(held->renew(true));
    EXPECT_NE(held->machine().value, first.machine);
    EXPECT_GT(parts(generator->generate().value()).time, first.time);
}

TEST_F(a_lost_machine_id, is_the_end_where_nothing_can_take_its_place) {
    auto lonely = std::make_shared<reservation>(lease("node-c").value(), reservation_policy{}, clock);
    ASSERT_TRUE(lonely->renew(true));
    lease_row row = table->row(lonely->machine()).value();
    row.token = "thief";
    ASSERT_TRUE(table->put(row, 1h).value());
    clock.jump(1s);
    for (int i = 0; i < 2; ++i)
        EXPECT_EQ(lonely->renew(true).error().code, errc::lease_lost);
}

TEST_F(a_lost_machine_id, shows_no_caller_a_closed_generator_and_makes_no_id_twice) {
    constexpr int rounds = 200;
    std::atomic<bool> done{false};
    std::array<std::vector<id>, 2> made;
    {
        std::vector<std::jthread> callers;
        for (auto& mine : made)
            callers.emplace_back([&] {
                while (!done) {
                    auto next = generator->generate();
                    ASSERT_TRUE(next) << next.error().message;
                    mine.push_back(*next);
                }
            });
        for (int i = 0; i < rounds && !HasFailure(); ++i) {
            steal();
            clock.jump(2s);
            const auto renewed = held->renew(true);
            ASSERT_TRUE(renewed) << renewed.error().message;
            for (const lease_row& each : table->rows().value())
                if (each.id != held->machine()) expire(*table, each.id);
        }
        done = true;
    }
    std::set<std::uint64_t> all;
    std::size_t count = 0;
    for (const auto& mine : made)
        for (const id each : mine)
            all.insert(each.bits()), ++count;
    EXPECT_EQ(all.size(), count);
}

} // namespace
} // namespace vesta::testing
