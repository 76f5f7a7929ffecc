// U14: machine IDs that two hosts were given by hand.
#include "machine/registration.hpp"
#include "support/layouts.hpp"

#include <vesta/machine/fixed_ids.hpp>
#include <vesta/machine/leased_ids.hpp>
#include <vesta/machine/registered_ids.hpp>
#include <vesta/testing/manual_clock.hpp>
#include <vesta/testing/memory_leases.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

const std::string of_rest = "1420041600000/ms/version:1=0/type:1=1/genMethod:2=2/time:40/seq:10/machine:10";
const std::string of_rpc = "1420041600000/ms/version:1=0/type:1=1/genMethod:2=1/time:40/seq:10/machine:10";
const std::string here = "00000000000000aa", elsewhere = "00000000000000bb";

/// A mark that stays in this process, as that of another host's state folder would stay there.
class own_mark final : public high_water_mark {
  public:
    unix_ms value() const noexcept override { return value_; }
    result<void> advance(unix_ms to) override {
        value_ = to;
        return {};
    }
    result<void> release(unix_ms used) override { return advance(used); }

  private:
    unix_ms value_{};
};

class machine_ids_given_by_hand : public ::testing::Test {
  protected:
    struct node {
        std::unique_ptr<registered_ids> ids;
        std::vector<machine_lease> leases;
        high_water_mark& mark() const { return *leases.front().mark; }
    };

    result<node> start(const std::string& name, const std::string& place, const std::string& pattern = of_rest,
                       std::chrono::milliseconds lease = 10s) {
        auto fixed = std::make_unique<fixed_ids>(std::vector<machine_id>{{7}}, "test", [](machine_id, const auto&) {
            return result<std::unique_ptr<high_water_mark>>{std::make_unique<own_mark>()};
        });
        node made{std::make_unique<registered_ids>(std::move(fixed), table, lease,
                                                   registration_options{place,
                                                                        [this](severity, std::string_view line) {
                                                                            const std::lock_guard guard{lines_guard};
                                                                            lines.emplace_back(line);
                                                                        }}),
                  {}};
        auto leases = made.ids->acquire({.instance = name, .patterns = {id_pattern::parse(pattern).value()}});
        if (!leases) return std::move(leases).error();
        made.leases = *std::move(leases);
        return made;
    }

    std::string said() {
        const std::lock_guard guard{lines_guard};
        std::string all;
        for (const auto& each : lines)
            all += each + "\n";
        return all;
    }

    manual_clock clock{new_year_2026};
    std::shared_ptr<memory_leases> table = std::make_shared<memory_leases>(clock);
    std::mutex lines_guard;
    std::vector<std::string> lines;
};

TEST_F(machine_ids_given_by_hand, are_refused_to_a_second_owner_elsewhere_who_is_told_of_the_first) {
    const auto first = start("host-a", here).value();
    const auto second = start("host-b", elsewhere);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, errc::in_use);
    EXPECT_THAT(second.error().message, HasSubstr("machine ID 7 is in use by 'host-a'"));
    EXPECT_THAT(second.error().message, HasSubstr("Give each a machine ID of its own"));
    EXPECT_TRUE(first.mark().advance(new_year_2026));
}

TEST_F(machine_ids_given_by_hand, may_be_shared_by_owners_whose_ids_cannot_meet) {
    const auto rest = start("host-a", here, of_rest).value();
    const auto rpc = start("host-a", here, of_rpc);
    ASSERT_TRUE(rpc) << rpc.error().message;
    EXPECT_EQ(start("host-b", elsewhere, of_rest).error().code, errc::in_use);
    EXPECT_EQ(start("host-b", elsewhere, of_rpc).error().code, errc::in_use) << "a share is an owner like any other";
}

TEST_F(machine_ids_given_by_hand, are_free_for_another_host_after_a_clean_end_or_a_lease) {
    {
        const auto first = start("host-a", here).value();
        ASSERT_TRUE(first.mark().release(new_year_2026 + 1s));
    }
    auto second = start("host-b", elsewhere);
    ASSERT_TRUE(second) << second.error().message;
    EXPECT_EQ(second->mark().value(), new_year_2026 + 1s) << "the one before may have been there";
    second->leases.clear();
}

// The clock of the third is two seconds behind that of the second, which had the same numbers.
TEST_F(machine_ids_given_by_hand, are_taken_up_above_every_former_owner_whatever_its_share) {
    {
        const auto first = start("host-a", here, of_rest).value();
        const auto second = start("host-b", elsewhere, of_rpc).value();
        ASSERT_EQ(table->row({7}, 1).value().instance, "host-b");
        ASSERT_TRUE(first.mark().release(new_year_2026 - 1s));
        ASSERT_TRUE(second.mark().release(new_year_2026 + 2s));
    }
    const auto third = start("host-c", "00000000000000cc", of_rpc);
    ASSERT_TRUE(third) << third.error().message;
    EXPECT_EQ(table->row({7}, 0).value().instance, "host-c");
    EXPECT_EQ(third->mark().value(), new_year_2026 + 2s);
}

// It would be waited for until the clock gets there.
TEST_F(machine_ids_given_by_hand, are_not_taken_up_above_an_absurd_mark) {
    for (const std::uint32_t share : {0U, 1U})
        ASSERT_TRUE(table->put({.id = {7}, .share = share, .mark = new_year_2026 + std::chrono::years{5 * share}}, 0ms)
                        .value());
    EXPECT_EQ(start("host-a", here).value().mark().value(), new_year_2026);
}

// The thread that renews entries may have listed it before.
TEST_F(machine_ids_given_by_hand, are_not_entered_again_after_they_were_given_back) {
    detail::registration entry{table, 10s, here, {7}, "host-a", {}};
    ASSERT_TRUE(entry.visit());
    entry.give_back(new_year_2026);
    EXPECT_TRUE(entry.visit());
    EXPECT_TRUE(table->row({7}).value().token.empty());
}

TEST_F(machine_ids_given_by_hand, are_had_at_once_by_the_host_that_crashed) {
    auto first = start("host-a", here).value();
    table->set_fault([] { return memory_leases::fault::before; });
    first.leases.clear(); // killed: the table hears nothing
    first.ids.reset();
    table->set_fault({});
    EXPECT_TRUE(start("host-a", here)) << "its own entry is still alive, and nobody renews it";
    EXPECT_EQ(start("host-b", elsewhere).error().code, errc::in_use);
}

TEST_F(machine_ids_given_by_hand, are_lost_by_a_copy_of_the_state_folder_once_the_first_is_heard_of) {
    const auto first = start("host-a", here, of_rest, 40ms).value();
    const auto copy = start("host-a", here, of_rest, 40ms);
    ASSERT_TRUE(copy) << "it may be the first one, after a crash";
    while (copy->mark().advance(new_year_2026))
        std::this_thread::sleep_for(1ms);
    const auto why = copy->mark().advance(new_year_2026).error();
    EXPECT_EQ(why.code, errc::lease_lost);
    EXPECT_THAT(why.message, HasSubstr("from this state folder or a copy of it"));
    EXPECT_TRUE(first.mark().advance(new_year_2026)) << "the elder goes on";
}

TEST_F(machine_ids_given_by_hand, are_served_while_the_store_is_away_and_lost_when_it_tells_of_an_elder) {
    table->set_fault([] { return memory_leases::fault::before; });
    const auto cut_off = start("host-b", elsewhere, of_rest, 40ms);
    ASSERT_TRUE(cut_off) << cut_off.error().message;
    EXPECT_TRUE(cut_off->mark().advance(new_year_2026));
    EXPECT_THAT(said(), HasSubstr("a second owner would go unnoticed"));
    table->set_fault({});
    // Somebody else entered itself meanwhile.
    lease_row elder{.id = {7}, .instance = "host-a", .token = here + "x", .given = true};
    table->roll_back([&] {
        elder.version = 3;
        elder.left = 1h;
        return elder;
    }());
    while (cut_off->mark().advance(new_year_2026))
        std::this_thread::sleep_for(1ms);
    const error lost = cut_off->mark().advance(new_year_2026).error();
    EXPECT_EQ(lost.code, errc::lease_lost);
    EXPECT_THAT(lost.message, HasSubstr("machine ID 7 is in use by 'host-a'"));
    const auto again = cut_off->ids->acquire({.instance = "host-b"});
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, errc::in_use) << "as long as this process has it";
}

TEST_F(machine_ids_given_by_hand, are_never_lent_to_others) {
    const auto first = start("host-a", here).value();
    for (std::uint32_t id = 0; id < 9; ++id) {
        auto lent = leased_ids{table, 10s, clock}.acquire({.instance = "node-" + std::to_string(id), .max_id = 7});
        if (!lent) {
            EXPECT_THAT(lent.error().message, HasSubstr("7 'host-a' (by its settings)"));
            return;
        }
        EXPECT_NE(lent->front().id, machine_id{7});
        table->set_fault([] { return memory_leases::fault::before; });
        lent->clear();
        table->set_fault({});
    }
    FAIL() << "all were lent";
}

} // namespace
} // namespace vesta::testing
