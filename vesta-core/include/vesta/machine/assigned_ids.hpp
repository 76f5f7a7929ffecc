#pragma once

#include <vesta/machine/lease.hpp>
#include <vesta/machine/lease_table.hpp>
#include <vesta/machine/lease_terms.hpp>
#include <vesta/time/clock.hpp>

#include <chrono>
#include <memory>

namespace vesta {
namespace detail {
class known_marks;
struct table_sight;
} // namespace detail

/// How another program's format gives machine IDs to instances, for good. A port. Safe to use from any thread.
class id_assignment {
  public:
    struct place {
        machine_id id;
        /// What the format tells of the last use: IDs start above it.
        unix_ms least{};
        /// How far above that the other program may have gone unseen, where it was the last user.
        std::chrono::milliseconds unseen{0};
        /// Whether the format has no room for a mark: the other program may have used the machine ID up to this moment,
        /// whatever our own mark says.
        bool unmarked = false;
    };

    virtual ~id_assignment() = default;

    /// The machine ID of @p instance, given to it now if it had none. Errors: `invalid_settings`, `exhausted`,
    /// `state_unusable`, `store_unavailable`.
    virtual result<place> find(const std::string& instance) = 0;

    /// Keeps @p mark where the format has room for it, so that the other program does not start below. The same errors.
    virtual result<void> record(machine_id id, const std::string& instance, unix_ms mark) = 0;
};

/// Machine IDs that another program's format assigns, made exclusive by a lease of ours beside it.
class assigned_ids final : public machine_id_provider {
  public:
    /// @p clock outlives this; @p terms are as those of `leased_ids`.
    assigned_ids(std::shared_ptr<id_assignment> assignment, std::shared_ptr<lease_table> table, lease_terms terms,
                 const wall_clock& clock = system_wall_clock());
    ~assigned_ids() override;

    /// The one machine ID of this instance. It does not wait. Errors: `in_use`, naming the holder and, as
    /// `retry_after`, what is left of its lease, which may be this instance's own from before a crash;
    /// `invalid_settings` where the machine ID does not fit the layouts; `state_unusable` where its row may not be
    /// used; those of the assignment and the table.
    result<std::vector<machine_lease>> acquire(const lease_request& request) override;

  private:
    result<detail::table_sight> find_free(machine_id id, const std::string& instance);

    const std::shared_ptr<id_assignment> assignment_;
    const std::shared_ptr<lease_table> table_;
    const lease_terms terms_;
    const wall_clock& clock_;
    const std::shared_ptr<detail::known_marks> known_;
};

} // namespace vesta
