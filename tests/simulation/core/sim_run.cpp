#include "sim_run.hpp"

#include <algorithm>
#include <array>
#include <deque>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

layout small(const char* name, time_unit unit, unsigned time_bits, unsigned seq_bits) {
    return layout::make({.name = name,
                         .width = {.machine = 5, .time = time_bits, .seq = seq_bits},
                         .unit = unit,
                         .epoch = new_year_2026 - 24h},
                        new_year_2026)
        .value();
}

/// Layouts with few IDs a tick, so that ticks are used up, and those that are used outside.
const scheme& any_family(random_source& random) {
    static const std::array<scheme, 4> few{scheme{"few-ms", {small("few", time_unit::millisecond, 36, 3)}},
                                           scheme{"few-10ms", {small("few", time_unit::centisecond, 36, 5)}},
                                           scheme{"few-s", {small("few", time_unit::second, 30, 8)}},
                                           scheme{"one-ms", {small("one", time_unit::millisecond, 36, 0)}}};
    constexpr std::array used{"vesta", "vesta-2018", "vesta-2015", "snowflake"};
    const auto which = random.below(few.size() + used.size());
    return which < few.size() ? few[which] : *find_scheme(used[which - few.size()]);
}

} // namespace

sim_record run_simulation(std::uint64_t seed, flaw with) {
    world in{seed};
    memory_marks marks;
    auto& random = in.random;
    const sim_setting setting{
        .in = in,
        .marks = marks,
        .family = any_family(random),
        .store = {.with = with, .fails_one_in = 2 + random.below(50), .slow_one_in = 1 + random.below(10)},
        .machines = static_cast<std::uint32_t>(random.between(2, 10)),
        .pool = static_cast<std::size_t>(random.one_in(3) ? random.between(2, 3) : 1),
        .hour_jump_in = random.one_in(2) ? 5U : 100U};
    sim_record record;
    std::deque<sim_node> nodes;
    const auto count = random.between(2, 7);
    for (std::int64_t i = 0; i < count; ++i)
        nodes.emplace_back(setting, record).start();
    in.pass(10s);
    return record;
}

std::uint64_t count_duplicates(std::vector<id> made) {
    std::ranges::sort(made);
    return made.size() - static_cast<std::uint64_t>(std::ranges::unique(made).begin() - made.begin());
}

} // namespace vesta::testing
