#pragma once

#include <vesta/base/result.hpp>
#include <vesta/id/field.hpp>
#include <vesta/time/instant.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vesta {

/// What a shared store keeps of one machine ID.
struct lease_row {
    /// The version of a row that is not there.
    static constexpr std::int64_t absent = -1;

    machine_id id;
    std::string instance; ///< Who has it, or had it last.
    std::string token;    ///< Its owner's secret, new with every acquisition; empty once it was given back.
    unix_ms mark{};       ///< The high-water mark.
    /// Changes with every write; at least 0.
    std::int64_t version = absent;
    /// What is left of the lease by the store's own clock; below zero since it ended.
    std::chrono::milliseconds left{0};
};

/// The machine IDs of a fleet in a store that all its nodes reach. A port, implemented by an SQL table, a ZooKeeper
/// subtree, and in memory for tests. Safe to use from any thread.
///
/// All safety hangs on one promise: `put` writes if and only if the row is still as the caller saw it, and what it has
/// acknowledged is durable and seen by every later `put`. Reads may be stale. The clock behind `left` only decides who
/// may *try* to take a machine ID over.
class lease_table {
  public:
    virtual ~lease_table() = default;

    /// Where this is, for error texts: "table vesta_machine_lease".
    virtual std::string where() const = 0;

    /// Every row there is, in any order. Errors: `store_unavailable`, `state_unusable`, `invalid_settings`.
    virtual result<std::vector<lease_row>> rows() = 0;

    /// One row; `version` is `absent` where there is none. The same errors.
    virtual result<lease_row> row(machine_id id) = 0;

    /// Writes @p next over the row of version `next.version` (`absent`: makes it), leased for @p lease from now; its
    /// `left` is ignored. The answer is the new version, or nothing where somebody else wrote first. On an error nobody
    /// knows whether it was written. The same errors.
    virtual result<std::optional<std::int64_t>> put(const lease_row& next, std::chrono::milliseconds lease) = 0;
};

} // namespace vesta
