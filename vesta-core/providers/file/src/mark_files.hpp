#pragma once

#include "mark_series.hpp"

#include <vesta/file/host_register.hpp>
#include <vesta/machine/lease.hpp>
#include <vesta/time/clock.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vesta::file {

/// Whether the folder has marks of that machine ID and method.
///
/// Errors: `state_unusable`.
result<bool> has_marks(disk& on, machine_id machine, const std::string& method);

/// The series of all methods that a process uses of one machine ID, moved as one. It owns the machine ID once `start`
/// has succeeded.
class mark_files final : public high_water_mark {
  public:
    /// @p clock is stored with each mark and outlives this.
    mark_files(std::shared_ptr<disk> on, machine_id machine, const lease_request& request, const wall_clock& clock);

    /// Takes the locks and reads. Errors as `mark_series::open`.
    result<void> open(const std::vector<std::string>& methods);

    /// When an earlier owner of this boot wrote last, and the time of day then, but not before its mark, which no slow
    /// clock has set. Nothing if there was none.
    std::optional<clock_reading> last_seen() const;

    /// Finds where IDs may start, and makes the machine ID this owner's. @p visit may be null.
    ///
    /// Errors: `in_use`, `state_unusable`.
    result<void> start(host_visit* visit, const std::string& space, unix_ms now);

    /// Rewrites the marks for use in any place. Errors as `advance`.
    result<void> clear_place();

    unix_ms value() const noexcept override { return value_; }
    result<void> advance(unix_ms to) override;
    result<void> release(unix_ms used) override;

  private:
    result<void> take_in_other_methods();
    void take_in_old_marks();
    void take_in_past(mark_history past);
    result<void> check_places();
    result<void> keep_places();
    void count_as_used_since(unix_ms since, unix_ms start);
    result<void> choose_start(unix_ms now);
    result<void> claim();
    result<mark_record> next_record(unix_ms mark) const;
    clock_reading read_clocks() const;
    result<void> confirm();
    result<void> write(unix_ms mark);
    result<void> write_all(const mark_record& record);
    result<void> keep(result<void> outcome);

    const std::shared_ptr<disk> on_;
    const machine_id machine_;
    const std::vector<id_pattern> patterns_;
    const std::vector<pattern_use> spans_;
    const unix_ms fresh_from_;
    const wall_clock& clock_;
    std::vector<mark_series> series_;
    std::vector<std::optional<place>> where_; ///< The place of each series; nothing: any.
    bool placed_ = true;                      ///< Whether the marks found name their place.
    mark_history found_;
    std::unique_ptr<host_entry> entry_;
    unix_ms start_{};
    unix_ms value_{};
    std::optional<error> lost_;
};

} // namespace vesta::file
