#pragma once

#include "sim_clock.hpp"
#include "sim_store.hpp"

#include <vesta/generate/time_generator.hpp>
#include <vesta/testing/memory_marks.hpp>

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace vesta::testing {

/// What all nodes of one simulation have in common.
struct sim_setting {
    world& in;
    memory_marks& marks;
    const scheme& family;
    store_habits store;
    std::uint32_t machines;     ///< How many machine IDs there are.
    std::size_t pool;           ///< How many of them each node takes.
    std::uint64_t hour_jump_in; ///< One in so many disturbances sets a clock by up to an hour.
};

/// What happened in a simulation.
struct sim_record {
    std::vector<id> made;
    std::uint64_t uncovered = 0; ///< IDs beyond the mark that is stored.
    std::uint64_t went_back = 0; ///< IDs not greater than the one before, of the same node, machine ID and type.
    std::uint64_t crashes = 0, releases = 0, pauses = 0, takeovers = 0, leases_lost = 0, replacements = 0;
    std::uint64_t waits = 0, clock_refusals = 0, reservation_refusals = 0;
};

/// A host with one generating process at a time, which is disturbed in every way a process may be: its clock is set,
/// stopped or driven too fast, it is paused, killed, restarted in the same tick, stopped in good order, and others take
/// its machine IDs over. What runs in it is the real generator on real reservations.
class sim_node {
  public:
    sim_node(const sim_setting& setting, sim_record& record);

    /// Takes machine IDs and begins.
    void start();

  private:
    /// One process, from start to end. Events hold it weakly: they do not outlive it.
    struct process : std::enable_shared_from_this<process> {
        std::vector<std::shared_ptr<reservation>> held;
        std::vector<std::unique_ptr<time_generator>> generators; ///< One per type of the family.
        std::map<std::pair<std::size_t, machine_id>, id> last;
        bool renewing = false;
        bool dead = false;
    };
    using event = void (sim_node::*)(process&);

    machine_lease take_one();
    result<machine_lease> replace_one();
    time_generator_spec spec_for(const layout& type);
    void happens(process& to, world::duration delay, event what);
    void generate(process& by);
    void note(process& by, std::size_t generator, std::span<const id> made);
    void refused(process& by, errc why);
    void renew(process& by);
    void disturb(process& by);
    void set_clock();
    void stop(process& by);
    void end(process& by, bool in_good_order);

    const sim_setting& setting_;
    sim_record& record_;
    sim_clock clock_;
    reservation_policy policy_;
    reservation::replacement replacement_; ///< For half of the nodes.
    std::shared_ptr<process> running_;
    world::duration paused_until_{0};
};

} // namespace vesta::testing
