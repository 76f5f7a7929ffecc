#include "file_world.hpp"
#include "lone_world.hpp"
#include "twins.hpp"

#include <gtest/gtest.h>

#include <iostream>

// Each rule of the store, taken out: the simulation must find what the rule is for.
namespace vesta::testing {
namespace {

constexpr std::uint64_t seeds = 5000;

bool tell(std::uint64_t seed, const std::string& what) {
    std::cout << "seed " << seed << ": " << what << "\n";
    return true;
}

/// The first world of two owners, not kept apart by locks, that are covered for one tick.
bool two_owners_meet(const disk_wrapper& twin, int turns = 400) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        file_world one{seed, {.habits = {.locks_work = false}, .power_cuts = false, .wrap = twin}};
        one.run(turns);
        if (!one.twice().empty()) return tell(seed, one.twice());
    }
    return false;
}

/// The same of owners that come one after the other, over kills and power cuts.
bool successors_meet(const disk_wrapper& twin, bool moves_epoch = false) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        lone_world one{seed, {}, twin};
        one.live_many(20, false, moves_epoch);
        if (!one.twice().empty()) return tell(seed, one.twice());
    }
    return false;
}

bool a_start_is_refused_for_ever(const disk_wrapper& twin) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        lone_world one{seed, {}, twin};
        one.live_many(3, false);
        if (const auto why = one.refused_for_ever(); !why.empty()) return tell(seed, why);
    }
    return false;
}

disk_ptr without_sync_discarding_bad_marks(disk_ptr to) {
    return discarding_bad_marks(without_sync_of_files(std::move(to)));
}

TEST(the_simulation_of_a_folder, finds_the_duplicate_where_the_folder_is_not_synchronised) {
    EXPECT_TRUE(successors_meet(without_sync_of_the_folder));
}

// The checksum tells a torn mark, so that the machine ID is what is lost.
TEST(the_simulation_of_a_folder, finds_the_dead_machine_id_where_marks_are_not_synchronised) {
    EXPECT_TRUE(a_start_is_refused_for_ever(without_sync_of_files));
}

TEST(the_simulation_of_a_folder, finds_the_duplicate_where_marks_are_not_synchronised_and_torn_ones_discarded) {
    EXPECT_TRUE(successors_meet(without_sync_discarding_bad_marks));
}

TEST(the_simulation_of_a_folder, finds_the_dead_machine_id_where_the_lock_file_is_not_synchronised) {
    EXPECT_TRUE(a_start_is_refused_for_ever(without_sync_of_the_lock_file));
}

TEST(the_simulation_of_a_folder, finds_the_duplicate_where_a_number_can_be_taken_twice) {
    EXPECT_TRUE(two_owners_meet(overwriting));
}

TEST(the_simulation_of_a_folder, finds_the_duplicate_where_the_lock_is_trusted_instead_of_a_second_look) {
    EXPECT_TRUE(two_owners_meet(without_second_look));
}

TEST(the_simulation_of_a_folder, finds_the_duplicate_where_a_first_start_does_not_list_again) {
    EXPECT_TRUE(two_owners_meet(without_second_listing, 60));
}

TEST(the_simulation_of_a_folder,
     finds_the_dead_machine_id_where_what_is_replaced_is_removed_before_the_next_is_durable) {
    EXPECT_TRUE(a_start_is_refused_for_ever(tidying_early));
}

TEST(the_simulation_of_a_folder, finds_the_duplicate_where_marks_that_others_left_are_not_removed) {
    EXPECT_TRUE(two_owners_meet(leaving_what_others_left));
}

TEST(the_simulation_of_a_folder, finds_the_duplicate_where_history_is_forgotten) {
    EXPECT_TRUE(successors_meet(without_history, true));
}

} // namespace
} // namespace vesta::testing
