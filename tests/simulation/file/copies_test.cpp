#include "lone_world.hpp"
#include "mark_names.hpp"
#include "mark_text.hpp"
#include "twins.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>

// Folders that are not what their owner left: copied, restored, damaged, of another program's.
namespace vesta::testing {
namespace {

using ::testing::HasSubstr;

const file::mark_names own_names{machine_id{7}, "embedded"};

std::uint64_t highest(const sim_volume& of) {
    std::uint64_t number = 0;
    for (const auto& each : of.names())
        number = std::max(number, own_names.number_of(each).value_or(0));
    return number;
}

/// The folder as it was before call @p call of owners that went on; nothing where there was no such call.
std::optional<sim_volume> copied_at(std::uint64_t call, lone_world& world) {
    std::optional<sim_volume> copy;
    for (int i = 0; i < 2; ++i)
        world.live_one({.moves = 2}, [&](std::uint64_t now) {
            if (now == call) copy = world.host().volume;
            return event::none;
        });
    return copy;
}

/// A start on @p other.
life_report start_on(sim_volume& other, lone_world& world) {
    std::swap(world.host().volume, other);
    auto report = world.live_one({.moves = 1});
    std::swap(world.host().volume, other);
    return report;
}

/// Wherever it is copied from on that it was used; before that, a copy is a folder like any other.
void expect_refused(const std::function<void(sim_volume&)>& moved) {
    for (std::uint64_t call = 0;; ++call) {
        lone_world world{call + 1, {}};
        auto copy = copied_at(call, world);
        if (!copy) break;
        if (highest(*copy) == 0) continue;
        moved(*copy);
        EXPECT_THAT(start_on(*copy, world).refusal.message, HasSubstr("the folder is a copy")) << "at call " << call;
        EXPECT_TRUE(world.live_one({.moves = 1}).started) << "the original goes on";
        EXPECT_EQ(world.twice(), "");
    }
}

TEST(a_copied_folder, is_refused_whenever_it_was_copied) {
    expect_refused([](sim_volume& copy) { copy.renumber(); });
}

TEST(a_copied_folder, is_refused_on_another_host_also_with_its_file_system) {
    expect_refused([](sim_volume& copy) { copy.move_to("there"); });
}

/// A backup of the folder, put in its place when an owner had gone on.
life_report restore(lone_world& world) {
    world.live_one({.moves = 2});
    sim_volume backup = world.host().volume;
    world.live_one({.moves = 2});
    backup.renumber();
    world.host().volume = backup;
    return world.live_one({.moves = 2});
}

TEST(a_restored_folder, is_refused) {
    lone_world world{1, {}};
    EXPECT_THAT(restore(world).refusal.message, HasSubstr("the folder is a copy"));
}

TEST(a_restored_folder, is_found_to_make_duplicates_where_places_are_not_compared) {
    lone_world world{1, {}, without_places};
    EXPECT_TRUE(restore(world).started);
    EXPECT_NE(world.twice(), "");
}

/// Marks as they may be found: what becomes of the bytes of the highest.
std::vector<std::string> bad_ones(const std::string& good) {
    std::vector<std::string> all;
    for (std::size_t length = 0; length < good.size(); ++length)
        all.push_back(good.substr(0, length));
    for (std::size_t at = 0; at < good.size(); ++at)
        for (const int bit : {1, 16}) {
            all.push_back(good);
            all.back()[at] = static_cast<char>(good[at] ^ bit);
        }
    auto of = file::read_mark(good).value();
    of.machine = {8};
    all.push_back(file::write_mark(of));
    of.machine = {7};
    ++of.number;
    all.push_back(file::write_mark(of));
    all.push_back(good + good);
    all.push_back("vesta-mark 3\nwhatever that is\n");
    return all;
}

TEST(a_bad_mark, is_refused_and_covers_what_it_covered_once_it_is_put_right) {
    lone_world world{1, {}};
    world.live_one({.moves = 3});
    const auto name = own_names.numbered(highest(world.host().volume));
    const auto good = world.host().volume.content(world.host().volume.find(name));
    for (const auto& bad : bad_ones(good)) {
        world.host().volume.damage(name, bad);
        const auto report = world.live_one({.moves = 1});
        EXPECT_FALSE(report.started) << bad;
        EXPECT_EQ(report.refusal.code, errc::state_unusable) << bad;
        EXPECT_THAT(report.refusal.message, HasSubstr("cannot be used")) << bad;
    }
    world.host().volume.damage(name, good);
    EXPECT_TRUE(world.live_one({.moves = 1}).started);
    EXPECT_EQ(world.twice(), "");
}

/// An owner whose calls all fail from @p call on, so that what it replaced last may be there still. Its highest mark is
/// damaged, and the next one goes on without.
std::string twice_without_the_mark_before(std::uint64_t call) {
    lone_world world{1, {}, discarding_bad_marks};
    world.live_one({.moves = 3}, [&](std::uint64_t now) { return now < call ? event::none : event::refused; });
    auto& volume = world.host().volume;
    if (highest(volume) == 0) return {};
    volume.damage(own_names.numbered(highest(volume)), "");
    world.live_one({.moves = 1});
    return world.twice();
}

TEST(a_bad_mark, is_found_to_make_duplicates_where_it_is_discarded) {
    std::uint64_t call = 0;
    while (call < 100 && twice_without_the_mark_before(call).empty())
        ++call;
    EXPECT_LT(call, 100U);
}

} // namespace
} // namespace vesta::testing
