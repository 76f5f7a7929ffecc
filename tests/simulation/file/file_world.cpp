#include "file_world.hpp"

#include <utility>

namespace vesta::testing {

file_figures& file_figures::operator+=(const file_figures& one) {
    starts += one.starts;
    refused += one.refused;
    lost += one.lost;
    killed += one.killed;
    cuts += one.cuts;
    faults += one.faults;
    return *this;
}

file_world::file_world(std::uint64_t seed, file_run how)
    : how_{std::move(how)}, host_{seed, how_.habits},
      more_folders_(how_.folders - 1, sim_volume{host_.random, how_.habits}), register_{host_.random, {}} {}

void file_world::run(int turns) {
    stay_on_one_processor();
    for (int i = 0; i < turns; ++i)
        turn();
    processes_.clear();
}

void file_world::turn() {
    if (how_.power_cuts && host_.random.one_in(80)) cut_power();
    if (processes_.size() < how_.processes && (processes_.empty() || host_.random.one_in(4))) begin_one();
    let_one_go_on();
}

void file_world::cut_power() {
    processes_.clear();
    lose_power();
    ++figures_.cuts;
}

/// A boot takes longer than any owner had reserved ahead: of that the register, which does not outlast it, tells
/// nobody.
void file_world::lose_power() {
    host_.volume.lose_power();
    for (auto& each : more_folders_)
        each.lose_power();
    register_.lose_power();
    if (how_.folders == 1) return;
    host_.clock.rest(std::chrono::seconds{10});
    booted_ = std::chrono::floor<std::chrono::milliseconds>(host_.clock.now());
}

sim_life file_world::any_life() {
    return {.moves = static_cast<int>(host_.random.below(6)), .gives_back = host_.random.one_in(2)};
}

sim_volume& file_world::any_folder() {
    if (more_folders_.empty()) return host_.volume;
    const auto which = host_.random.below(how_.folders);
    return which == 0 ? host_.volume : more_folders_[which - 1];
}

void file_world::live_one(sim_life life, const sim_disk::calls& calls, life_report& report) {
    const auto owners = file::open_host_register([&]() -> result<std::unique_ptr<file::register_folder>> {
        std::unique_ptr<file::register_folder> folder = std::make_unique<sim_register>(host_, register_, calls);
        return how_.wrap_register ? how_.wrap_register(std::move(folder)) : std::move(folder);
    });
    if (how_.folders > 1) life.among = owners.get();
    life.booted = booted_;
    live(life, disk_for(calls), host_, book_, report);
}

disk_ptr file_world::disk_for(const sim_disk::calls& calls) {
    disk_ptr on = std::make_shared<sim_disk>(host_, any_folder(), calls);
    return how_.wrap ? how_.wrap(std::move(on)) : on;
}

void file_world::begin_one() {
    processes_.push_back(std::make_unique<process>());
    auto* const made = processes_.back().get();
    made->runs = std::make_unique<sim_process>(
        [this, made, life = any_life()](const sim_disk::calls& calls) { live_one(life, calls, made->report); });
}

void file_world::let_one_go_on() {
    const auto which = processes_.begin() + static_cast<std::ptrdiff_t>(host_.random.below(processes_.size()));
    auto& runs = *(*which)->runs;
    // Mostly to and fro, and at times one comes far while the others stand still.
    const auto more = host_.random.below(host_.random.one_in(3) ? 40 : 4);
    if (host_.random.one_in(60)) {
        ++figures_.killed;
        runs.end();
    } else if (how_.faults && host_.random.one_in(15)) {
        ++figures_.faults;
        runs.go_on(host_.random.one_in(2) ? answer::refused : answer::lost, more);
    } else {
        runs.go_on(answer::done, more);
    }
    if (!runs.is_over()) return;
    count((*which)->report);
    processes_.erase(which);
}

void file_world::count(const life_report& of) {
    figures_.starts += of.started;
    figures_.refused += !of.started && !of.refusal.message.empty();
    figures_.lost += of.lost;
}

std::string file_world::refused_for_ever() {
    lose_power();
    life_report report;
    live_one({.moves = 1}, [](std::string_view) { return answer::done; }, report);
    return report.refusal.message;
}

} // namespace vesta::testing
