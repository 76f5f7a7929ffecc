#include "lone_world.hpp"

#include <array>

namespace vesta::testing {

answer lone_world::answer_of(event happens) {
    switch (happens) {
    case event::refused:
        return answer::refused;
    case event::lost:
        return answer::lost;
    case event::power_cut:
        host_.volume.lose_power();
        throw process_ended{};
    case event::killed:
        throw process_ended{};
    case event::none:
        break;
    }
    return answer::done;
}

life_report lone_world::live_one(const sim_life& life, const fate& of) {
    life_report report;
    disk_ptr on = std::make_shared<sim_disk>(host_, [&](std::string_view) { return answer_of(of(calls_++)); });
    if (wrap_) on = wrap_(std::move(on));
    try {
        live(life, on, host_, book_, report);
    } catch (const process_ended&) {
    }
    return report;
}

lone_world::fate lone_world::any_trouble(bool faults) {
    return [this, faults](std::uint64_t) {
        if (!host_.random.one_in(25)) return event::none;
        static constexpr std::array any{event::killed, event::power_cut, event::refused, event::lost};
        return any[host_.random.below(faults ? 4 : 2)];
    };
}

void lone_world::live_many(int lives, bool faults, bool moves_epoch) {
    for (int i = 0; i < lives; ++i) {
        sim_life life{.moves = static_cast<int>(host_.random.below(5)), .gives_back = host_.random.one_in(2)};
        if (moves_epoch) life.epoch_moved = std::chrono::seconds{host_.random.between(-5, 5)};
        live_one(life, any_trouble(faults));
    }
}

std::string lone_world::refused_for_ever() {
    host_.volume.lose_power();
    return live_one({.moves = 1}).refusal.message;
}

} // namespace vesta::testing
