#pragma once

#include <vesta/base/result.hpp>
#include <vesta/sharded/range_ledger.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace vesta {

/// What a queue gave.
struct popped_part {
    range_part part;
    /// Numbers that are left in the queue, at least: of further ranges only that they are there is counted.
    std::uint64_t left = 0;
};

/// A lock that a node holds for a while to refill a queue, by a token that nobody else has.
using refill_token = std::string;

/// Parts of ranges, waiting for the nodes that share the queue. Nothing depends on its being right: see `range_ledger`.
/// A port; each implementation passes tests/conformance/sharded. Every call may block, and says `store_unavailable`
/// when the queue does not answer in time. Safe to use from any thread.
class shard_queue {
  public:
    virtual ~shard_queue() = default;

    /// Takes pieces from the first part, together @p wanted numbers or a piece more, in one step; nothing where the
    /// queue is empty.
    virtual result<std::optional<popped_part>> pop(const shard_key& key, std::uint64_t wanted) = 0;

    /// Appends parts.
    virtual result<void> push(std::span<const range_part> parts) = 0;

    /// Forgets all parts of @p key.
    virtual result<void> clear(const shard_key& key) = 0;

    /// Takes the lock for refilling @p key; nothing where another node has it. It ends by itself after ten seconds.
    virtual result<std::optional<refill_token>> lock(const shard_key& key) = 0;

    /// Releases the lock, where it is still that of @p token.
    virtual result<void> unlock(const shard_key& key, const refill_token& token) = 0;
};

} // namespace vesta
