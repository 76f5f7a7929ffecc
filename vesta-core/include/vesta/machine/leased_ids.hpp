#pragma once

#include <vesta/machine/lease.hpp>
#include <vesta/machine/lease_table.hpp>
#include <vesta/machine/lease_terms.hpp>
#include <vesta/time/clock.hpp>

#include <memory>
#include <mutex>
#include <optional>

namespace vesta {
namespace detail {
class known_marks;
}

/// Machine IDs that a shared table lends, and takes back when their owner is gone.
///
/// Ownership goes by token, not by name: two processes with one instance name get two machine IDs.
/// Thread-safety: safe.
class leased_ids final : public machine_id_provider {
  public:
    /// @p clock tells which machine IDs can be used at once; it is read after `lease_terms::hear` was told the store's
    /// time.
    ///
    /// Lifetime: @p clock outlives this.
    leased_ids(std::shared_ptr<lease_table> table, lease_terms terms, const wall_clock& clock = system_wall_clock());
    ~leased_ids() override;

    /// One machine ID. Of those usable at once: the one this instance had before, else the one free longest. Otherwise
    /// the one usable soonest. If another process takes that one first, the next is chosen by chance, since those that
    /// start at the same time read the same. Blocks on the store.
    ///
    /// One that is usable only in more than a minute, beside any quarantine, is taken once nothing better was to be had
    /// for half a minute: its mark may be of a clock that was wrong, and so may be the store's, for which those never
    /// used are refused. Where any clock is believed, it is taken at once.
    ///
    /// A machine ID never used, or last written by another server of the store, is usable only after the longest
    /// reservation of an owner that the store may have forgotten. Skips rows that are damaged, of a newer program,
    /// marked far ahead of the store's clock, or full of IDs of a former layout.
    /// Errors: `exhausted`, naming the holders and the reasons for skipping the rest; `invalid_settings` if the
    /// instance is not 1 to 200 printable ASCII characters; those of the table.
    result<std::vector<machine_lease>> acquire(const lease_request& request) override;

  private:
    bool may_be_far();

    const std::shared_ptr<lease_table> table_;
    const lease_terms terms_;
    const wall_clock& clock_;
    const std::shared_ptr<detail::known_marks> known_;
    std::mutex guard_;
    std::optional<boot_clock::time_point> far_since_; // only such as are usable much later were seen from then on
};

} // namespace vesta
