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
    host_.volume.lose_power();
    ++figures_.cuts;
}

sim_life file_world::any_life() {
    return {.moves = static_cast<int>(host_.random.below(6)), .gives_back = host_.random.one_in(2)};
}

disk_ptr file_world::disk_for(const sim_disk::calls& calls) {
    disk_ptr on = std::make_shared<sim_disk>(host_, calls);
    return how_.wrap ? how_.wrap(std::move(on)) : on;
}

void file_world::begin_one() {
    processes_.push_back(std::make_unique<process>());
    auto* const made = processes_.back().get();
    made->runs = std::make_unique<sim_process>([this, made, life = any_life()](const sim_disk::calls& calls) {
        live(life, disk_for(calls), host_, book_, made->report);
    });
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
    host_.volume.lose_power();
    life_report report;
    live({.moves = 1}, disk_for([](std::string_view) { return answer::done; }), host_, book_, report);
    return report.refusal.message;
}

} // namespace vesta::testing
