#include "setup.hpp"

namespace vesta::bench {

rig::rig(const scheme& family, const layout& type, populator_kind kind, std::uint32_t machines, const timers& by,
         std::uint64_t version) {
    for (std::uint32_t machine = 0; machine < machines; ++machine) {
        held_.push_back(
            std::make_shared<reservation>(marks_.take_over({machine}), reservation_policy{}, system_wall_clock()));
        held_.back()->renew(true).value();
    }
    keeper_ = std::make_unique<keeper>(held_);
    generator_ = time_generator::make({.family = &family,
                                       .type = &type,
                                       .version = version,
                                       .populator = kind,
                                       .rounds = by.rounds,
                                       .readings = by.readings},
                                      held_, system_wall_clock(), [this] { keeper_->hurry(); })
                     .value();
}

timers strict() {
    return {.readings = std::make_shared<portion_timer>(std::chrono::milliseconds{1})};
}

timers lanes() {
    return {.rounds = std::make_shared<portion_timer>(std::chrono::milliseconds{1})};
}

namespace {

scheme scheme_of(time_unit unit, unsigned time, unsigned seq) {
    layout_spec spec{.name = "uncapped", .unit = unit};
    spec.width = {.machine = 1, .time = time, .seq = seq};
    spec.epoch = unix_ms{std::chrono::milliseconds{1420041600000}};
    return scheme{"uncapped", {layout::make(spec, unix_ms{std::chrono::milliseconds{1767225600000}}).value()}};
}

} // namespace

const scheme& uncapped() {
    static const scheme made = scheme_of(time_unit::second, 31, 31);
    return made;
}

const scheme& uncapped_ms() {
    static const scheme made = scheme_of(time_unit::millisecond, 41, 21);
    return made;
}

} // namespace vesta::bench
