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
        if (!leases) return std::move(leases).reason();
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
TEST_F(a_lost_machine_id, is_replaced_by_one_never_used_once_a_forgotten_owner_must_have_stopped) {
    for (const lease_row& each : table->rows().value())
        if (each.id != held->machine()) table->forget(each.id);
    steal();
    clock.jump(1s);
    ASSERT_TRUE(held->renew(true)) << held->trouble()->message;
    id made;
    EXPECT_EQ(generator->try_generate({&made, 1}).made, 0U);
    clock.jump(12s); // the lead, as long as a lease where nothing is said, and a second
    ASSERT_TRUE(held->renew());
    EXPECT_EQ(parts(generator->generate().value()).machine, held->machine().value);
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
        EXPECT_EQ(lonely->renew(true).reason().code, errc::lease_lost);
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
                    ASSERT_TRUE(next) << next.reason().message;
                    mine.push_back(*next);
                }
            });
        for (int i = 0; i < rounds && !HasFailure(); ++i) {
            steal();
            clock.jump(2s);
            const auto renewed = held->renew(true);
            ASSERT_TRUE(renewed) << renewed.reason().message;
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
