#pragma once

#include "table_mark.hpp"

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace vesta::detail {

/// One machine ID from this process's settings, entered in a shared table. It covers no IDs; by it two owners find out
/// about each other.
///
/// Thread-safety: `visit` and `give_back` from one thread at a time; the rest is safe.
class registration {
  public:
    /// @p place tells this host and state folder from all others: 1 to 16 hexadecimal digits.
    registration(std::shared_ptr<lease_table> table, lease_terms terms, std::string place, machine_id id,
                 std::string instance, std::vector<id_pattern> patterns);

    /// Enters the row, or renews it.
    ///
    /// Errors: `in_use` if another owner's IDs can meet ours (final); those of the table, which say nothing about
    /// owners.
    result<void> visit();

    /// Ends the entry. If the store cannot be reached, its lease runs out.
    void give_back(unix_ms used);

    machine_id id() const noexcept { return id_; }
    /// The mark of the previous owner on another host; the unix epoch if there was none.
    unix_ms found() const noexcept { return found_; }

    void note_mark(unix_ms to) noexcept { mark_ = to.time_since_epoch().count(); }
    /// Why the machine ID is lost; nothing while it is held.
    std::optional<error> lost() const;

  private:
    result<void> enter();
    result<void> renew();
    result<void> look_again();
    result<bool> is_alone(const std::vector<lease_row>& rows);
    bool can_meet_ours(const lease_row& row) const;
    bool is_of_this_place(const lease_row& row) const;
    error is_in_use(const lease_row& by);
    lease_row next() const;

    const std::shared_ptr<lease_table> table_;
    const lease_terms terms_;
    const std::string place_;
    const machine_id id_;
    const std::vector<id_pattern> patterns_;
    std::atomic<std::int64_t> mark_{0};
    std::atomic<bool> entered_{false};
    bool ended_ = false;
    lease_row row_;
    unix_ms found_{};
    /// The version at which a row of this place was seen that this process did not write.
    std::optional<std::int64_t> former_;
    mutable std::mutex guard_;
    std::optional<error> lost_;
};

} // namespace vesta::detail
