#include "lone_world.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>

// One owner after the other, and trouble at every call of theirs.
namespace vesta::testing {
namespace {

/// A first start that gives the rest back, one that ends without, and one more.
constexpr std::array script{sim_life{.moves = 2, .gives_back = true}, sim_life{.moves = 1}, sim_life{.moves = 1}};

using plan = std::map<std::uint64_t, event>;

std::string in_words(const plan& what, std::uint64_t seed) {
    std::string text = "with seed " + std::to_string(seed);
    for (const auto& [call, happens] : what)
        text += ", event " + std::to_string(static_cast<int>(happens)) + " at call " + std::to_string(call);
    return text;
}

/// Whether the script came as far as the last event. Nobody is covered twice, and where no call was refused or lost its
/// answer, each start succeeds that nothing happens to.
bool lives_through(const plan& what, std::uint64_t seed, volume_habits habits = {}) {
    lone_world world{seed, habits};
    const auto fate = [&](std::uint64_t call) {
        const auto found = what.find(call);
        return found == what.end() ? event::none : found->second;
    };
    for (const auto& life : script)
        world.live_one(life, fate);
    const bool reached = world.calls() > what.rbegin()->first;
    const auto last = world.live_one({.moves = 1});
    EXPECT_EQ(world.twice(), "") << in_words(what, seed);
    if (!habits.folder_lies) {
        EXPECT_EQ(last.refusal.message, "") << in_words(what, seed);
    }
    return reached;
}

TEST(an_owner, shares_no_tick_and_starts_again_whatever_happens_at_any_call) {
    for (const auto happens : {event::refused, event::lost, event::killed, event::power_cut})
        for (std::uint64_t call = 0, seed = 1;; ++call) {
            bool reached = true;
            const std::uint64_t last = seed + (happens == event::power_cut ? 40 : 4);
            for (; seed < last; ++seed)
                reached = lives_through({{call, happens}}, seed, {.hard_links = seed % 2 == 0});
            if (!reached) break;
        }
}

TEST(an_owner, shares_no_tick_and_starts_again_after_two_power_cuts_at_any_two_calls) {
    std::uint64_t seed = 1;
    for (std::uint64_t first = 0; lives_through({{first, event::power_cut}}, seed); ++first)
        for (std::uint64_t second = first + 1;; ++second)
            if (!lives_through({{first, event::power_cut}, {second, event::power_cut}}, ++seed)) break;
}

TEST(an_owner, shares_no_tick_when_power_is_cut_at_any_call_after_any_that_failed) {
    std::uint64_t seed = 1;
    for (const auto happens : {event::refused, event::lost})
        for (std::uint64_t first = 0; lives_through({{first, happens}}, seed); ++first)
            for (std::uint64_t second = first + 1;; ++second)
                if (++seed; !lives_through({{first, happens}, {second, event::power_cut}}, seed,
                                           {.folder_lies = seed % 2 == 0}))
                    break;
}

} // namespace
} // namespace vesta::testing
