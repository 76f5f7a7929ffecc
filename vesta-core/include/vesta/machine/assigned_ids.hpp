#pragma once

#include <vesta/machine/lease.hpp>
#include <vesta/machine/lease_table.hpp>
#include <vesta/machine/lease_terms.hpp>
#include <vesta/time/clock.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vesta {
namespace detail {
class known_marks;
struct table_sight;
} // namespace detail

/// How another program's format gives each instance its permanent machine ID. A port.
///
/// Thread-safety: implementations are safe.
class id_assignment {
  public:
    /// The entry of one instance in the format.
    struct place {
        machine_id id;
        /// The last use that the format records; IDs start above it. The unix epoch: none.
        unix_ms least{};
        /// How long after `least` the other program may have generated unrecorded, if it was the last user.
        std::chrono::milliseconds unseen{0};
        /// Whether the format has no room for a mark, so that the other program may have used the machine ID up to now,
        /// whatever our own mark says.
        bool unmarked = false;
    };

    /// An entry as it stands, of whichever instance.
    struct entry {
        std::string instance{};           ///< Empty: nobody has this machine ID yet.
        std::optional<machine_id> id{};   ///< Absent: `unusable` says why.
        std::optional<unix_ms> last{};    ///< The last use that the format records, by its owner's clock.
        std::optional<unix_ms> written{}; ///< When the entry was last written, by the store's clock, if it tells.
        std::string unusable{};           ///< What is wrong with the entry; empty: nothing.
    };

    virtual ~id_assignment() = default;

    /// Every entry of the format, in any order, for who looks at a fleet. Changes nothing. May block on the store.
    ///
    /// Errors: `invalid_argument` for a format that cannot be listed; those of the store.
    virtual result<std::vector<entry>> list();

    /// The machine ID of @p instance, assigned now if it had none. May block on the store.
    ///
    /// Errors: `invalid_settings`, `exhausted`, `state_unusable`, `store_unavailable`.
    virtual result<place> find(const std::string& instance) = 0;

    /// The same for a whole request, for a format that must know the largest machine ID that fits. May block on the
    /// store.
    ///
    /// Errors: as `find`.
    virtual result<place> assign(const lease_request& request) { return find(request.instance); }

    /// Records @p mark if the format has room for it, so that the other program does not start below. May block on the
    /// store.
    ///
    /// Errors: `lease_lost` if the entry is another instance's now; `invalid_settings`, `exhausted`, `state_unusable`,
    /// `store_unavailable`.
    virtual result<void> record(machine_id id, const std::string& instance, unix_ms mark) = 0;
};

/// Machine IDs that another program's format assigns, made exclusive by a lease of our own.
///
/// Thread-safety: safe.
class assigned_ids final : public machine_id_provider {
  public:
    /// @p terms are as for `leased_ids`.
    ///
    /// Lifetime: @p clock outlives this.
    assigned_ids(std::shared_ptr<id_assignment> assignment, std::shared_ptr<lease_table> table, lease_terms terms,
                 const wall_clock& clock = system_wall_clock());
    ~assigned_ids() override;

    /// The one machine ID of this instance. Blocks on the store, but does not wait for a lease to end.
    ///
    /// Errors: `in_use`, naming the holder, with the rest of its lease as `retry_after` (the holder may be this
    /// instance before a crash); `invalid_settings` if the machine ID does not fit the layouts, or the instance is not
    /// 1 to 200 printable ASCII characters; `state_unusable` if its row must not be used; those of the assignment and
    /// the table.
    result<std::vector<machine_lease>> acquire(const lease_request& request) override;

  private:
    result<void> check_free(const detail::table_sight& in, machine_id id, const std::string& instance) const;

    const std::shared_ptr<id_assignment> assignment_;
    const std::shared_ptr<lease_table> table_;
    const lease_terms terms_;
    const wall_clock& clock_;
    const std::shared_ptr<detail::known_marks> known_;
};

} // namespace vesta
