#pragma once

#include "simulation/sql/borrower.hpp"
#include "support/random.hpp"

#include <vesta/testing/memory_leases.hpp>

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace vesta::testing {

/// What something that some nodes did cost the store.
struct bill {
    std::uint64_t statements = 0; ///< Calls of the port.
    std::uint64_t rows = 0;       ///< Read by them.
    std::uint64_t most = 0;       ///< Statements of the node that sent most.

    bill& operator+=(const bill& more);
};

/// Many nodes that borrow machine IDs from one store: the real provider, reservation and generator, each on a wall
/// clock that is up to half a second wrong. The store does one statement after the other, in the order in which they
/// arrive, 10,000 a second. Every run follows from its seed.
class fleet_world {
  public:
    /// @p machine_ids are those that there are.
    fleet_world(std::uint64_t seed, std::uint32_t machine_ids) : random_{seed}, machine_ids_{machine_ids} {}
    fleet_world(const fleet_world&) = delete;
    fleet_world& operator=(const fleet_world&) = delete;
    ~fleet_world();

    /// Adds nodes that do not run yet; returns their numbers.
    std::vector<std::size_t> add(std::size_t count);

    /// Starts @p which at the same moment, and those that get no machine ID again every second, as the keeper does, at
    /// most @p tries times.
    bill start(const std::vector<std::size_t>& which, int tries = 60);
    /// They end in good order, or are killed.
    bill stop(const std::vector<std::size_t>& which);
    void kill(const std::vector<std::size_t>& which);

    /// All nodes that live renew what is due, and make IDs every second. Returns what all nodes did.
    bill live(std::chrono::seconds duration);

    memory_leases& table() noexcept { return *table_; }
    bool lives(std::size_t number) const { return nodes_[number]->way.lives(); }
    /// How many nodes live and have made IDs since they were started.
    std::size_t serving() const;
    /// What went wrong: an ID made twice, or a machine ID that two nodes have. Empty: nothing.
    const std::string& wrong() const noexcept { return wrong_; }

  private:
    struct node {
        node(std::shared_ptr<lease_table> to, const std::string& name, unix_ms now, std::uint32_t machine_ids)
            : way{std::move(to), name, "min-granularity", faith::one_server, now, true, machine_ids - 1} {}
        borrower way;
        bill owed;
        bool serves = false;
    };
    class toll;

    void pay(std::size_t of, std::uint64_t rows);
    void time_goes_on(std::chrono::nanoseconds passed);
    void renew();
    void generate();
    void compare_machine_ids();
    template <class Act>
    bill charge(const std::vector<std::size_t>& whom, const Act& act);

    random_source random_;
    const std::uint32_t machine_ids_;
    manual_clock store_clock_{new_year_2026};
    std::shared_ptr<memory_leases> table_ = std::make_shared<memory_leases>(store_clock_);
    std::vector<std::unique_ptr<node>> nodes_;
    std::set<std::uint64_t> all_;
    unix_ns next_renewal_{};
    unix_ns next_ids_{};
    std::string wrong_;
};

} // namespace vesta::testing
