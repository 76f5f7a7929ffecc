#pragma once

#include "sim_life.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace vesta::testing {

/// What happens before a call, or to it.
enum class event { none, refused, lost, killed, power_cut };

/// One folder, and processes that use it one after the other.
class lone_world {
  public:
    /// Asked before each call, by its number, counted from the beginning of the world.
    using fate = std::function<event(std::uint64_t call)>;

    lone_world(std::uint64_t seed, volume_habits habits, disk_wrapper wrap = {})
        : host_{seed, habits}, wrap_{std::move(wrap)} {}

    life_report live_one(const sim_life& life, const fate& of);
    /// Nothing happens to it.
    life_report live_one(const sim_life& life) {
        return live_one(life, [](std::uint64_t) { return event::none; });
    }

    /// Trouble at random, rarely so that a life can succeed.
    fate any_trouble(bool faults);
    /// As many lives, with trouble; where @p moves_epoch, each with a layout of its own.
    void live_many(int lives, bool faults, bool moves_epoch = false);
    /// After a last power cut: why the machine ID cannot be had any more; empty where it can.
    std::string refused_for_ever();

    std::uint64_t calls() const noexcept { return calls_; }
    std::string twice() const { return book_.twice(); }
    sim_host& host() noexcept { return host_; }

  private:
    answer answer_of(event happens);

    sim_host host_;
    const disk_wrapper wrap_;
    ledger book_;
    std::uint64_t calls_ = 0;
};

} // namespace vesta::testing
