#pragma once

#include "lease_rules.hpp"

#include <vesta/time/clock.hpp>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace vesta::detail {

/// What this process, and with @p memory this host, knows of the leases it had, whatever the store says of them later.
/// Safe to use from any thread.
class known_marks {
  public:
    explicit known_marks(std::shared_ptr<lease_memory> memory) : memory_{std::move(memory)} {}

    /// Reads what others of this host have left, or written since.
    void recall();
    /// The latest mark of @p id that was acknowledged; the beginning of time where there was none.
    unix_ms of(machine_id id) const;
    /// Where the host remembers it; empty where it does not.
    std::string where() const { return memory_ ? memory_->where() : ""; }
    /// With @p last the owner is about to end.
    void note(machine_id id, unix_ms mark, bool last);

    /// The owner of @p token, in this process, has lost its lease and will never write again.
    void retire(const std::string& token);
    /// Rows of such owners are free for this process, and for no other: after a fail-over they look as if they were
    /// held. What was reserved below their marks, and above, is waited for as for any row.
    void free_retired(std::vector<lease_row>& rows) const;

  private:
    const std::shared_ptr<lease_memory> memory_;
    mutable std::mutex guard_;
    std::map<machine_id, unix_ms> marks_;
    std::map<machine_id, unix_ms> recalled_;
    std::set<std::string> retired_;
};

/// A token that no other owner has or will have: 128 random bits.
std::string new_token();

/// Whether @p instance can be told apart and shown: 1 to 200 printable ASCII characters. Error: `invalid_settings`.
result<void> check_instance(const std::string& instance);

/// What to take over, and for whom.
struct take_over_order {
    std::shared_ptr<lease_table> table;
    lease_row seen;  ///< Free, and read on the server of `at`.
    store_moment at; ///< The store just before.
    unix_ms start;   ///< Not below the answer of `start_of`: the mark is not below it.
    const lease_request& request;
    const lease_terms& terms;
    std::shared_ptr<known_marks> known;
    const wall_clock& clock; ///< For what passes between two tellings of the store's time; outlives the mark.
};

/// Takes a row over. Null where somebody else was faster, or another server answers now. All that is written later goes
/// to the server of the order alone: who meets another one has lost the lease, whatever its row says. Unless the terms
/// believe any clock, no mark is raised further ahead of the store's clock than their lead and `bounded_clock::ahead`:
/// then `advance` goes as far as it may, and says that the clocks differ (`store_unavailable`).
result<std::unique_ptr<high_water_mark>> take_over(take_over_order order);

} // namespace vesta::detail
