#pragma once

#include <vesta/machine/lease.hpp>
#include <vesta/machine/lease_table.hpp>
#include <vesta/time/clock.hpp>

#include <chrono>
#include <memory>

namespace vesta {

/// Machine IDs that are lent out by a shared table and taken back when their owner is gone. An owner is told by its
/// token, not by its name: two processes with one instance name get two machine IDs.
class leased_ids final : public machine_id_provider {
  public:
    /// Leases last @p lease, by the store's clock, from each write on: longer than the time between two writes, and
    /// than the time reserved ahead, or a node that lives off its reservation is taken for dead. @p clock outlives
    /// this.
    leased_ids(std::shared_ptr<lease_table> table, std::chrono::milliseconds lease,
               const wall_clock& clock = system_wall_clock());

    /// One machine ID: the one this instance had before, else one never used, else the one that has been free longest;
    /// in each case those whose mark is past come before those that would have to be waited for. Errors: `exhausted`,
    /// saying who holds what; those of the table.
    result<std::vector<machine_lease>> acquire(const lease_request& request) override;

  private:
    const std::shared_ptr<lease_table> table_;
    const std::chrono::milliseconds lease_;
    const wall_clock& clock_;
};

} // namespace vesta
