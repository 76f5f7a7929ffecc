#pragma once

#include <vesta/base/result.hpp>
#include <vesta/sharded/range_ledger.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace vesta {

/// The result of a pop.
struct popped_part {
    range_part part;
    /// Roughly how many numbers are left in the queue: all parts behind the first count as one range.
    std::uint64_t left = 0;
};

/// The secret of a lock that a node holds while it refills a queue.
using refill_token = std::string;

/// Parts of ranges, waiting for the nodes that share the queue. A port; every implementation passes
/// tests/conformance/sharded.
///
/// Uniqueness does not depend on it: see `range_ledger`.
///
/// Errors of every function: `store_unavailable` if the queue does not answer in time.
/// Thread-safety: implementations are safe. Every function may block.
class shard_queue {
  public:
    virtual ~shard_queue() = default;

    /// Takes pieces from the first part in one step: @p wanted numbers together, rounded up to a piece. Nothing if the
    /// queue is empty.
    virtual result<std::optional<popped_part>> pop(const shard_key& key, std::uint64_t wanted) = 0;

    /// Appends parts.
    virtual result<void> push(std::span<const range_part> parts) = 0;

    /// Removes all parts of @p key.
    virtual result<void> clear(const shard_key& key) = 0;

    /// Takes the lock for refilling @p key; nothing if another node has it. It ends by itself after ten seconds.
    virtual result<std::optional<refill_token>> lock(const shard_key& key) = 0;

    /// Releases the lock if it is still that of @p token.
    virtual result<void> unlock(const shard_key& key, const refill_token& token) = 0;
};

} // namespace vesta
