#pragma once

#include <vesta/segment/segment_store.hpp>
#include <vesta/sharded/number_list.hpp>
#include <vesta/sharded/range_ledger.hpp>
#include <vesta/sharded/shard_queue.hpp>
#include <vesta/sharded/sharded_store.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace vesta {

/// What is done to numbers before they are put into IDs, as far as a store has to know.
struct number_use {
    /// `permutation_family::fingerprint`.
    std::string fingerprint = "none";
    /// How many bits the permutation spreads numbers over; absent: there is none.
    std::optional<unsigned> permuted_bits{};
};

/// What a supply did so far.
struct supply_counts {
    std::uint64_t popped = 0; ///< Parts taken from the queue and served.
    std::uint64_t stale = 0;  ///< Parts that the queue gave out though they were claimed already.
    std::uint64_t pushed = 0; ///< Ranges reserved for the queue.
    std::uint64_t direct = 0; ///< Ranges reserved past the queue, which was empty or away.
    std::uint64_t fell = 0;   ///< Calls in which the queue failed.
};

/// How things stand with a supply.
struct supply_status {
    supply_counts counts;
    std::optional<error> queue_trouble; ///< Why the queue failed last; absent while it works.
    std::optional<error> row_trouble;   ///< Rows that cannot be used: the first of them, and why.
};

/// The numbers of all shards as a segment store: a tag is a shard's name ("app 1, shard 17"), a segment is a range of
/// its numbers. So one refill engine serves both families. Passes tests/conformance/sharded. Safe to use from any
/// thread.
class shard_supply : public segment_store {
  public:
    virtual supply_status status() const = 0;
};

/// The tag of a shard, and back; nothing for any other tag.
std::string shard_tag(const shard_key& key);
std::optional<shard_key> parse_shard_tag(std::string_view tag);

/// Each node reserves ranges for itself: the queue in memory.
std::shared_ptr<shard_supply> direct_supply(std::shared_ptr<sharded_store> store, number_use use);

/// Nodes share ranges through @p queue, fenced by @p ledger. While the queue does not work, ranges come from @p store
/// directly.
std::shared_ptr<shard_supply> queued_supply(std::shared_ptr<sharded_store> store, std::shared_ptr<range_ledger> ledger,
                                            std::shared_ptr<shard_queue> queue, number_use use);

/// Nodes share single numbers through @p list with nodes of the original. There is no fence: see docs/sharded.md before
/// using it for more than a migration.
std::shared_ptr<shard_supply> listed_supply(std::shared_ptr<sharded_store> store, std::shared_ptr<number_list> list,
                                            number_use use);

} // namespace vesta
