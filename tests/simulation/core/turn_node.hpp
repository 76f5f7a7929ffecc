#pragma once

#include "sim_clock.hpp"
#include "sim_store.hpp"
#include "support/succession.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace vesta::testing {

/// A rule of successions that a simulation is run without, to see that it would find it.
enum class turn_flaw {
    none,
    uncut,         ///< The first layout's lanes do not end at the instant: each node's clock says which is asked.
    compared_short ///< The second may repeat what the first makes after the instant: it has another epoch, no version.
};

/// What all nodes of one simulation have in common.
struct turn_setting {
    world& in;
    memory_marks& marks;
    const layouts_in_turn& layouts;
    store_habits store;
    std::uint32_t machines;
    turn_flaw with;
};

/// What happened.
struct turn_record {
    std::vector<id> made;
    std::uint64_t out_of_turn = 0; ///< IDs of another layout than their time says, of nodes that know the instant.
    std::uint64_t went_back = 0;   ///< IDs of the first after ones of the second, of one process that knows it.
    std::uint64_t passed = 0;      ///< Processes that made IDs of both layouts.
    std::uint64_t first = 0, second = 0, beyond = 0; ///< IDs; beyond: of the first, from after the instant.
    std::uint64_t crashes = 0, releases = 0, takeovers = 0, hours = 0, near = 0;
};

/// A host whose settings have the successor, or were forgotten. Its clock is set by up to an hour; its processes crash
/// and end, and its machine IDs are taken over, most of all at the instant.
class turn_node {
  public:
    turn_node(const turn_setting& setting, turn_record& record, bool knows);

    void start();

  private:
    struct process : std::enable_shared_from_this<process> {
        std::shared_ptr<reservation> held;
        std::shared_ptr<id_source> source;
        bool has_first = false;
        bool has_second = false;
        bool renewing = false;
        bool dead = false;
    };
    using event = void (turn_node::*)(process&);

    machine_lease take_one();
    std::shared_ptr<id_source> make_source(const std::shared_ptr<reservation>& held);
    void happens(process& to, world::duration delay, event what);
    void generate(process& by);
    void note(process& by, id made);
    void renew(process& by);
    void disturb(process& by);
    void set_clock();
    void end(process& by, bool in_good_order);

    const turn_setting& setting_;
    turn_record& record_;
    const bool knows_;
    sim_clock clock_;
    std::shared_ptr<process> running_;
};

} // namespace vesta::testing
