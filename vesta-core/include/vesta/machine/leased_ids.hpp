#pragma once

#include <vesta/machine/lease.hpp>
#include <vesta/machine/lease_table.hpp>
#include <vesta/machine/lease_terms.hpp>
#include <vesta/time/clock.hpp>

#include <memory>

namespace vesta {
namespace detail {
class known_marks;
}

/// Machine IDs that are lent out by a shared table and taken back when their owner is gone. An owner is told by its
/// token, not by its name: two processes with one instance name get two machine IDs.
class leased_ids final : public machine_id_provider {
  public:
    /// @p clock outlives this; it is read to choose those that need not be waited for, after the terms' `hear` was told
    /// the store's time.
    leased_ids(std::shared_ptr<lease_table> table, lease_terms terms, const wall_clock& clock = system_wall_clock());
    ~leased_ids() override;

    /// One machine ID: of those that may be used at once the one this instance had before, else the one that has been
    /// free longest; else the one that can be used soonest. One that was never used, and one whose last write went to
    /// another server of the store, waits out the longest reservation of an owner that the store may have forgotten.
    /// Rows that are damaged, of a newer program, marked far ahead of the store's clock, or full of IDs of a former
    /// layout are passed over. Errors: `exhausted`, saying who holds what, and what is wrong with the rest; those of
    /// the table.
    result<std::vector<machine_lease>> acquire(const lease_request& request) override;

  private:
    const std::shared_ptr<lease_table> table_;
    const lease_terms terms_;
    const wall_clock& clock_;
    const std::shared_ptr<detail::known_marks> known_;
};

} // namespace vesta
