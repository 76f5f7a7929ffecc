#pragma once

#include <vesta/segment/segment_generator.hpp>
#include <vesta/sharded/permutation.hpp>
#include <vesta/sharded/shard_supply.hpp>
#include <vesta/sharded/sharded_id.hpp>
#include <vesta/sharded/sharded_status.hpp>
#include <vesta/source/id_source.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace vesta {

/// What a sharded generator is made of.
struct sharded_options {
    number_order order = number_order::lanes;
    /// The original's is `step`: a step of the row at a time, when a fifth of it is left.
    refill_kind refill = refill_kind::step;
    /// With `demand`: how long a store may be away before a call fails, at the rate of the minute before.
    std::chrono::milliseconds look_ahead = std::chrono::minutes{15};
    /// How often the table is read, to find new, changed and removed rows.
    std::chrono::milliseconds reload_every = std::chrono::minutes{2};
    /// Threads that reserve; each may wait for the store. 1 to 64.
    unsigned refill_threads = 4;
    /// What hides the order of numbers; null: nothing does.
    std::shared_ptr<const permutation_family> permutations{};
    /// The bits it spreads numbers over: 20 to 49. With fewer than 49, IDs are shorter, and so is the supply.
    unsigned permutation_bits = next_bits;
    /// As `segment_options::memory`, by "app 1, shard 2". Only where ranges come straight from the table: through a
    /// queue lower ones may come later.
    std::shared_ptr<tag_memory> memory{};
};

/// How numbers are used with these options: what the supply of a generator must be made with.
number_use use_of(const sharded_options& options);

/// A sharded ID read with what the generator knows.
struct sharded_explanation {
    id value;
    sharded_fields parts;
    /// The number as it was reserved: `parts.next` with the permutation undone.
    std::uint64_t number = 0;
};

/// What servers tell of a sharded ID to whoever asks.
struct sharded_disclosure {
    id value;
    sharded_fields parts;
    /// As in `sharded_explanation`; absent where a permutation hides it, since callers could count with it.
    std::optional<std::uint64_t> number;
};

/// Takes an ID apart as a generator with these options would, with nothing opened. Errors: `invalid_argument` for a
/// negative ID, or one whose number the permutation could not have made; `invalid_settings` for options out of range.
result<sharded_explanation> explain_sharded_id(id value, const sharded_options& options);

/// Numbers per application and shard, reserved in ranges and served from memory. The layout, the table and the shard of
/// a gate pass are those of the Redis-queued design it succeeds (docs/sharded.md). Nothing but `close` waits for a
/// store.
///
/// Safe to use from any thread. In a forked child every call is refused as `forked`.
class sharded_generator {
  public:
    /// @p supply was made with `use_of(options)`. Starts threads. Throws `failure` (`invalid_settings`) for options out
    /// of range.
    sharded_generator(std::shared_ptr<shard_supply> supply, const sharded_options& options);
    sharded_generator(const sharded_generator&) = delete;
    sharded_generator& operator=(const sharded_generator&) = delete;
    /// Stops the threads, and leaves the rows as they are, as a crash would: call `close()` first to give back.
    ~sharded_generator();

    /// The IDs of @p app for @p gate_pass; lives as long as the generator. Never blocks: whether the table has the row
    /// is looked up by the first attempt to get an ID. Errors: `invalid_argument` for an application above 255 or below
    /// 0 and for a pass that is not UTF-8, `not_found` for a shard that the table did not have a moment ago,
    /// `closed`, `forked`.
    result<id_source*> stream(std::int64_t app, std::string_view gate_pass);
    result<id_source*> stream(const shard_key& key);

    /// As `explain_sharded_id` with its options.
    result<sharded_explanation> explain(id value) const;

    /// As much of that as anybody may know. Error: `invalid_argument` as that of `explain_sharded_id`.
    result<sharded_disclosure> disclose(id value) const;

    /// Has the table read now, off the calling thread.
    void reload() noexcept;

    sharded_status status() const;

    /// Ends it: later calls are refused as `closed`, and unused numbers are given back where the supply can. Blocks for
    /// @p patience at most, and a store call more. Only the first call does anything.
    void close(std::chrono::milliseconds patience = std::chrono::seconds{10});

  private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace vesta
