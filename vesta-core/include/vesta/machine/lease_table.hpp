#pragma once

#include <vesta/base/result.hpp>
#include <vesta/machine/mark_record.hpp>

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
    /// Tells the rows of one machine ID apart: owners whose IDs cannot meet may share one that was given to them by
    /// hand, and each has a row of its own. 0 to 15; 0 where machine IDs are lent.
    std::uint32_t share = 0;
    std::string instance; ///< Who has it, or had it last.
    std::string token;    ///< Its owner's secret, new with every acquisition; empty once it was given back.
    unix_ms mark{};       ///< The high-water mark.
    /// Changes with every write; at least 0.
    std::int64_t version = absent;
    /// What is left of the lease by the store's own clock; below zero since it ended.
    std::chrono::milliseconds left{0};
    /// How far ahead of the clock its owner may keep the mark; 0 where the row does not tell (0.1.0). At most 48 h.
    std::chrono::milliseconds lead{0};
    /// Whether its owner has it by its own settings and will come back for it, asked or not: it is never lent.
    bool given = false;
    /// Which IDs lie below the mark; empty where the row does not tell.
    mark_history history{};
    /// The identity of the server that took the last write; empty where the store has none, or the row does not tell.
    std::string server{};
    /// For `put` alone: how far ahead of the store's clock it may raise the mark. Nothing: any distance, as of a table
    /// that does not compare the two.
    std::optional<std::chrono::milliseconds> ahead{};
    /// Why nobody may use this row: it is damaged, or a newer program wrote it. Empty where all is well.
    std::string unusable{};
};

/// A store at one moment.
struct store_moment {
    unix_ms at;         ///< Its time of day.
    std::string server; ///< The identity of the server that answers; empty where a store has only one, for ever.
};

/// A write that was done.
struct lease_write {
    std::int64_t version; ///< Of the row now.
    /// The store's time of day at the write, where it is told at no cost.
    std::optional<unix_ms> at{};
};

/// The machine IDs of a fleet in a store that all its nodes reach. A port, implemented by an SQL table, a ZooKeeper
/// subtree, and in memory for tests. Safe to use from any thread.
///
/// All safety hangs on one promise: `put` writes if and only if the row is still as the caller saw it, and what it has
/// acknowledged is durable and seen by every later `put`. Reads may be stale. A store that breaks the promise when a
/// replica takes over shows another `server` then. The clock behind `left` only decides who may *try* to take a machine
/// ID over.
class lease_table {
  public:
    virtual ~lease_table() = default;

    /// Where this is, for error texts: "table vesta_machine_lease".
    virtual std::string where() const = 0;

    /// The store as it is now. Errors: `store_unavailable`, `state_unusable`, `invalid_settings`.
    virtual result<store_moment> store_now() = 0;

    /// Every row there is, in any order; what is wrong with one is told in the row. The same errors.
    virtual result<std::vector<lease_row>> rows() = 0;

    /// One row; `version` is `absent` where there is none. The same errors.
    virtual result<lease_row> row(machine_id id, std::uint32_t share = 0) = 0;

    /// Writes @p next over the row of version `next.version` (`absent`: makes it), leased for @p lease from now; its
    /// `left` is ignored. Where `next.server` is not empty, only a server of that identity writes; what it stores is
    /// its own. Nothing where somebody else wrote first, another server answers, or the mark would be raised further
    /// ahead of the store's clock than `next.ahead`. On an error nobody knows whether it was written. The same errors.
    virtual result<std::optional<lease_write>> put(const lease_row& next, std::chrono::milliseconds lease) = 0;

    /// Writes @p next over whatever there is, free for anybody, under a version that no owner knows: for an operator,
    /// and rows that nobody can use. The same errors.
    virtual result<void> repair(const lease_row& next) = 0;
};

} // namespace vesta
