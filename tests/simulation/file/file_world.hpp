#pragma once

#include "sim_life.hpp"
#include "sim_process.hpp"
#include "sim_register.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace vesta::testing {

/// Turns of a run.
inline constexpr int usual_turns = 400;

/// What happens in a world.
struct file_run {
    volume_habits habits{};
    std::size_t processes = 2; ///< At one time, at most.
    bool faults = false;
    bool power_cuts = true;
    std::size_t folders = 1; ///< Of state. With more than one, the processes have a register of the host's owners.
    disk_wrapper wrap{};     ///< A rule taken out;
    register_wrapper wrap_register{}; ///< and one of the register's.
};

/// How often what happened.
struct file_figures {
    std::uint64_t starts = 0, refused = 0, lost = 0, killed = 0, cuts = 0, faults = 0;

    file_figures& operator+=(const file_figures& one);
    friend bool operator==(const file_figures&, const file_figures&) = default;
};

/// A folder or several, processes that come and go and run into each other between any two calls, and a host that loses
/// power, from a seed.
class file_world {
  public:
    file_world(std::uint64_t seed, file_run how);

    void run(int turns);

    /// In words; empty where no two owners were covered for one tick.
    std::string twice() const { return book_.twice(); }

    /// After a last power cut: why the machine ID cannot be had any more; empty where it can.
    std::string refused_for_ever();

    const file_figures& figures() const noexcept { return figures_; }

  private:
    struct process {
        life_report report;
        std::unique_ptr<sim_process> runs;
    };

    void turn();
    void begin_one();
    void let_one_go_on();
    void cut_power();
    void lose_power();
    void count(const life_report& of);
    sim_life any_life();
    void live_one(sim_life life, const sim_disk::calls& calls, life_report& report);
    disk_ptr disk_for(const sim_disk::calls& calls);
    sim_volume& any_folder();

    const file_run how_;
    sim_host host_;
    std::vector<sim_volume> more_folders_; ///< Beside the host's first.
    sim_volume register_;
    unix_ms booted_{};
    ledger book_;
    file_figures figures_;
    std::vector<std::unique_ptr<process>> processes_;
};

} // namespace vesta::testing
