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

namespace vesta {

/// The parts and limits of a sharded generator.
struct sharded_options {
    number_order order = number_order::lanes;
    /// The original program's is `step`: a step of the row at a time, when a fifth of it is left.
    refill_kind refill = refill_kind::step;
    /// With `demand`: how long a store may be unavailable before a call fails, at the rate of the minute before.
    std::chrono::milliseconds look_ahead = std::chrono::minutes{15};
    /// How often the table is read to find new, changed and removed rows.
    std::chrono::milliseconds reload_every = std::chrono::minutes{2};
    /// Threads that reserve, each of which may wait for the store. 1 to 64.
    unsigned refill_threads = 4;
    /// Hides the order of numbers; null: nothing does.
    std::shared_ptr<const permutation_family> permutations{};
    /// The bits that numbers are spread over, 20 to 49. Fewer bits make shorter IDs, and fewer of them.
    unsigned permutation_bits = next_bits;
    /// As `segment_options::memory`, by "app 1, shard 2". Only for ranges straight from the table: through a queue
    /// lower ones may come later.
    std::shared_ptr<tag_memory> memory{};
};

/// How numbers are used with these options; a generator's supply must be made with it.
number_use use_of(const sharded_options& options);

/// A sharded ID taken apart with the generator's key.
struct sharded_explanation {
    id value;
    sharded_fields parts;
    /// The number as it was reserved: `parts.next` with the permutation undone.
    std::uint64_t number = 0;
};

/// The parts of a sharded ID that servers show to any caller.
struct sharded_disclosure {
    id value;
    sharded_fields parts;
    /// As in `sharded_explanation`; absent if a permutation hides it, since callers could count with it.
    std::optional<std::uint64_t> number;
};

/// Takes an ID apart as a generator with these options would. Opens nothing.
///
/// Errors: `invalid_argument` for a negative ID, or one whose number the permutation could not have made;
/// `invalid_settings` for options out of range.
result<sharded_explanation> explain_sharded_id(id value, const sharded_options& options);

/// Numbers per application and shard, reserved in ranges and served from memory.
///
/// Layout, table and the shard of a gate pass are those of the Redis-queued design that it succeeds (docs/sharded.md).
/// Only `close` and the destructor wait for a store.
///
/// Errors: in a forked child every call is refused as `forked`.
/// Thread-safety: safe.
class sharded_generator {
  public:
    /// Starts threads. @p supply was made with `use_of(options)`.
    ///
    /// Errors: throws `failure` (`invalid_settings`) for options out of range.
    sharded_generator(std::shared_ptr<shard_supply> supply, const sharded_options& options);
    sharded_generator(const sharded_generator&) = delete;
    sharded_generator& operator=(const sharded_generator&) = delete;
    /// Stops the threads, and leaves the rows as they are, like a crash. Call `close()` first to give back unused
    /// numbers.
    ~sharded_generator();

    /// The IDs of @p app for @p gate_pass. Does not block: the first attempt to get an ID looks up whether the table
    /// has the row.
    ///
    /// Errors: `invalid_argument` unless @p app is 0 to 255 and the pass is UTF-8; `not_found` for a shard that the
    /// table lacked a moment ago; `closed`; `forked`.
    /// Lifetime: the source lives as long as the generator.
    result<id_source*> stream(std::int64_t app, std::string_view gate_pass);
    result<id_source*> stream(const shard_key& key);

    /// As `explain_sharded_id` with its options.
    result<sharded_explanation> explain(id value) const;

    /// As `explain`, but only the parts that any caller may see. Errors as `explain_sharded_id`.
    result<sharded_disclosure> disclose(id value) const;

    /// Orders a reading of the table by another thread.
    void refresh() noexcept;

    sharded_status status() const;

    /// Closes it: later calls fail with `closed`, and unused numbers are given back if the supply can. Blocks for at
    /// most @p patience and one store call. Only the first call does anything.
    void close(std::chrono::milliseconds patience = std::chrono::seconds{10});

  private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace vesta
