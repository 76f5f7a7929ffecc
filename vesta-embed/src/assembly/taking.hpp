#pragma once

#include <vesta/embed/instance.hpp>
#include <vesta/generate/reservation.hpp>
#include <vesta/machine/lease.hpp>

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

namespace vesta::embed {

/// Whether waiting may cure @p reason: an unavailable store, or a machine ID that is held for a known time.
bool passes(const error& reason);

/// Acquires machine IDs from a store that lends them; logs the obstacle once, and again when it changes.
///
/// Thread-safety: safe.
class taking {
  public:
    /// @p ask asks the store; @p how outlives this.
    taking(std::function<result<std::vector<machine_lease>>()> ask, const open_options& how)
        : ask_{std::move(ask)}, how_{how} {}

    /// The machine ID, or why there is none now. Passes an error that no waiting cures to `open_options::failed`, once.
    result<machine_lease> take();

  private:
    void tell(severity how_bad, const std::string& line);

    const std::function<result<std::vector<machine_lease>>()> ask_;
    const open_options& how_;
    std::mutex guard_;
    std::string last_told_;
    std::atomic<bool> over_{false}; // the start: it has succeeded once, or failed finally
};

/// Renews @p awaited until it has its machine ID, as long as `open_options` allows.
///
/// Errors: the last attempt's; `closed` if `open_options::stop` ended the wait.
result<void> wait_until_held(reservation& awaited, const open_options& how);

} // namespace vesta::embed
