#pragma once

#include <vesta/segment/segment_store.hpp>
#include <vesta/sharded/range_ledger.hpp>
#include <vesta/sharded/shard_queue.hpp>
#include <vesta/sharded/sharded_status.hpp>
#include <vesta/sharded/sharded_store.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace vesta {

/// How numbers become IDs, as far as a store must know.
struct number_use {
    /// As `permutation_family::fingerprint`.
    std::string fingerprint = "none";
    /// The bits that the permutation spreads numbers over; absent: there is none.
    std::optional<unsigned> permuted_bits{};
};

/// The numbers of all shards as a segment store: a row is a shard, and a segment is a range of its numbers. So one
/// refill engine serves both families.
///
/// The tag of a row ("app 1, shard 17") is for people only. Every implementation passes tests/conformance/sharded.
/// Thread-safety: implementations are safe.
class shard_supply : public segment_store {
  public:
    virtual supply_status status() const = 0;
};

/// The number of a shard's row.
constexpr row_number row_of(const shard_key& key) noexcept {
    return row_number{key.app.value * shards_per_app + key.shard.value};
}
/// The shard of a row's number.
constexpr shard_key shard_at(row_number row) noexcept {
    const auto number = static_cast<std::uint32_t>(row);
    return {{number / shards_per_app}, {number % shards_per_app}};
}

/// Each node reserves ranges for itself: the queue in memory.
std::shared_ptr<shard_supply> direct_supply(std::shared_ptr<sharded_store> store, number_use use);

/// How the node that notices a low queue refills it.
enum class top_up : std::uint8_t {
    behind, ///< By a thread of the supply, while the numbers taken are served.
    before  ///< Before the numbers taken are served: for simulations with one thread.
};

/// Nodes share ranges through @p queue, fenced by @p ledger. While the queue does not work, ranges come straight from
/// @p store.
std::shared_ptr<shard_supply> queued_supply(std::shared_ptr<sharded_store> store, std::shared_ptr<range_ledger> ledger,
                                            std::shared_ptr<shard_queue> queue, number_use use,
                                            top_up how = top_up::behind);

/// Nodes share single numbers through @p list, the original program's queue, also with nodes of that program.
///
/// There is no fence: if the list loses or repeats entries, numbers are lost or repeated. Read docs/sharded.md before
/// using it for more than a migration.
std::shared_ptr<shard_supply> listed_supply(std::shared_ptr<sharded_store> store, std::shared_ptr<shard_queue> list,
                                            number_use use);

} // namespace vesta
