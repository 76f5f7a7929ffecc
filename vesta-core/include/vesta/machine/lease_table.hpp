#pragma once

#include <vesta/base/result.hpp>
#include <vesta/machine/mark_history.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vesta {

/// The record of one machine ID in a shared store.
struct lease_row {
    /// The version of a row that does not exist.
    static constexpr std::int64_t absent = -1;

    machine_id id;
    /// Tells the rows of one machine ID apart, 0 to 15. Owners whose settings name the same machine ID may share it if
    /// their IDs cannot meet; each has its own row. 0 for machine IDs that are lent.
    std::uint32_t share = 0;
    std::string instance; ///< The present owner, or the last one.
    std::string token;    ///< The owner's secret, new with every acquisition; empty once given back.
    unix_ms mark{};       ///< The high-water mark.
    /// Changes with every write; at least 0 for a row that exists.
    std::int64_t version = absent;
    /// The rest of the lease by the store's own clock; negative once it has ended.
    std::chrono::milliseconds left{0};
    /// How far ahead of the clock the owner may keep the mark, at most 48 h; 0 in rows of version 0.1.0, which do not
    /// tell.
    std::chrono::milliseconds lead{0};
    /// Whether the machine ID comes from its owner's settings. The owner will come back for it, so it is never lent.
    bool given = false;
    /// Which IDs lie below the mark; empty if the row does not tell.
    mark_history history{};
    /// The identity of the server that took the last write; empty if the store has none, or the row does not tell.
    std::string server{};
    /// For `put` only: how far ahead of the store's clock it may raise the mark. Nothing: any distance, as for a table
    /// that does not compare the two.
    std::optional<std::chrono::milliseconds> ahead{};
    /// Why the row must not be used: it is damaged, or of a newer program. Empty if it is sound.
    std::string unusable{};
};

/// The state of a store at one moment.
struct store_moment {
    unix_ms at;         ///< The store's time of day.
    std::string server; ///< The identity of the answering server; empty if the store only ever has one.
};

/// A write that succeeded.
struct lease_write {
    std::int64_t version; ///< The row's new version.
    /// The store's time of day at the write, if the store tells it for free.
    std::optional<unix_ms> at{};
};

/// The machine IDs of a fleet, in a store that all nodes share. A port: an SQL table, a ZooKeeper subtree, or memory in
/// tests.
///
/// Safety rests on one promise: `put` writes if and only if the row is still as the caller saw it, and what it
/// acknowledged is durable and visible to every later `put`. Reads may be stale. A store that breaks the promise when a
/// replica takes over reports another `server` afterwards. The clock behind `left` only decides who may *try* to take
/// over a machine ID.
///
/// Errors of every function: `store_unavailable`, `state_unusable`, `invalid_settings`.
/// Thread-safety: implementations are safe. Every function may block.
class lease_table {
  public:
    virtual ~lease_table() = default;

    /// Its place, for error texts: "table vesta_machine_lease".
    virtual std::string where() const = 0;

    /// The store's time and server now.
    virtual result<store_moment> store_now() = 0;

    /// All rows, in any order. A damaged row says so itself (`unusable`).
    virtual result<std::vector<lease_row>> rows() = 0;

    /// One row; its `version` is `absent` if there is none.
    virtual result<lease_row> row(machine_id id, std::uint32_t share = 0) = 0;

    /// Writes @p next over the row of version `next.version`, or makes it if that is `absent`, leased for @p lease from
    /// now. Ignores `next.left`.
    ///
    /// If `next.server` is not empty, only a server of that identity writes; the row stores the server's own identity.
    /// Returns nothing if the row has changed, another server answers, or the mark would be raised further ahead of the
    /// store's clock than `next.ahead`. After an error the row may or may not be written.
    virtual result<std::optional<lease_write>> put(const lease_row& next, std::chrono::milliseconds lease) = 0;

    /// Writes @p next over any row, free to be lent, under a version that no owner knows. For operators, and for
    /// unusable rows.
    virtual result<void> repair(const lease_row& next) = 0;
};

} // namespace vesta
