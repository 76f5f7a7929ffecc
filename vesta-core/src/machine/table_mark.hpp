#pragma once

#include "lease_rules.hpp"

#include <vesta/time/clock.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace vesta::detail {

/// What this process, and with @p memory this host, knows of its own leases, whatever the store says later.
///
/// Thread-safety: safe.
class known_marks {
  public:
    explicit known_marks(std::shared_ptr<lease_memory> memory) : memory_{std::move(memory)} {}

    /// Reads the marks that other processes of this host have written.
    void recall();
    /// The latest acknowledged mark of @p id; the unix epoch if there is none.
    unix_ms of(machine_id id) const;
    /// The place of the memory; empty if there is none.
    std::string where() const { return memory_ ? memory_->where() : ""; }
    /// Records a mark; @p last tells that its owner is ending.
    void note(machine_id id, unix_ms mark, bool last);

    /// The owner of @p token, in this process, will never write again: it lost its lease, could not give it back, or
    /// never learnt that it had one.
    void retire(const std::string& token);
    /// Frees the rows of retired owners for this process alone: after a fail-over they look held. Their marks and
    /// reservations are waited for as with any row.
    void free_retired(std::vector<lease_row>& rows) const;

  private:
    const std::shared_ptr<lease_memory> memory_;
    mutable std::mutex guard_;
    std::map<machine_id, unix_ms> marks_;
    std::map<machine_id, unix_ms> recalled_;
    std::set<std::string> retired_;
};

/// A unique token: 128 random bits.
std::string new_token();

/// Checks that @p instance has 1 to 200 printable ASCII characters.
///
/// Errors: `invalid_settings`.
result<void> check_instance(const std::string& instance);

/// The row to take over, and the request that it is for.
struct take_over_order {
    std::shared_ptr<lease_table> table;
    lease_row seen;  ///< Free, and read on the server of `at`.
    store_moment at; ///< The store just before.
    unix_ms start;   ///< Not below the result of `start_of`; the mark will not be below it.
    const lease_request& request;
    const lease_terms& terms;
    std::shared_ptr<known_marks> known;
    const wall_clock& clock; ///< Counts the time between two reports of the store's; outlives the mark.
};

/// Takes a row over. Null if another process was faster, or another server answers. All later writes go to the server
/// of the order alone: a mark that meets another server has lost its lease, whatever the row says.
///
/// Unless the terms believe any clock, no mark is raised further ahead of the store's clock than their lead and
/// `bounded_clock::ahead`: `advance` then goes as far as it may, and says that the clocks differ (`store_unavailable`).
result<std::unique_ptr<high_water_mark>> take_over(take_over_order order);

} // namespace vesta::detail
