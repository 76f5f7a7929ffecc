#include "setup.hpp"

namespace vesta::bench {

rig::rig(const scheme& family, const layout& type, populator_kind kind, std::uint32_t machines) {
    for (std::uint32_t machine = 0; machine < machines; ++machine) {
        held_.push_back(
            std::make_shared<reservation>(marks_.take_over({machine}), reservation_policy{}, system_wall_clock()));
        held_.back()->renew(true).value();
    }
    keeper_ = std::make_unique<keeper>(held_);
    generator_ =
        time_generator::make({.family = &family, .type = &type, .populator = kind}, held_, system_wall_clock(), [this] {
            keeper_->hurry();
        }).value();
}

const scheme& uncapped() {
    static const scheme made = [] {
        layout_spec spec{.name = "uncapped", .unit = time_unit::second};
        spec.width = {.machine = 1, .time = 31, .seq = 31};
        spec.epoch = unix_ms{std::chrono::milliseconds{1420041600000}};
        return scheme{"uncapped", {layout::make(spec, unix_ms{std::chrono::milliseconds{1767225600000}}).value()}};
    }();
    return made;
}

} // namespace vesta::bench
