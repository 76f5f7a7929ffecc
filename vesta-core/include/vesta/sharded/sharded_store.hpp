#pragma once

#include <vesta/base/result.hpp>
#include <vesta/sharded/sharded_id.hpp>

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vesta {

/// One shard of one application: whose numbers are counted together.
struct shard_key {
    app_number app;
    shard_number shard;
    friend constexpr auto operator<=>(const shard_key&, const shard_key&) noexcept = default;
};

/// "app 1, shard 17".
std::string to_string(const shard_key& key);

/// A row of `id_alloc`, as it stands in the table: application and shard are not checked yet.
struct shard_row {
    std::int64_t app = 0;
    std::int64_t shard = 0;
    std::string name;
    /// The largest number that was reserved.
    std::int64_t max_id = 0;
    std::int64_t step = 1000;
    /// IDs stay below it; 0: no limit.
    std::int64_t max_limit_id = 0;
};

/// What is wanted of a store.
struct shard_request {
    shard_key of;
    /// How many numbers; where the row's step is larger, that counts.
    std::uint64_t width = 0;
    /// Numbers up to this one were reserved before. A row that is below it went back, because a fail-over or a restored
    /// dump lost writes, and would give numbers out twice.
    std::int64_t reserved_before = 0;
    /// How many bits a permutation spreads the numbers over, where there is one.
    std::optional<unsigned> permuted_bits{};
};

/// The numbers (low, high] of a shard, which belong to whoever reserved them.
struct shard_range {
    shard_key of;
    std::int64_t low = 0;
    std::int64_t high = 0;
    std::int64_t step = 1;
    friend bool operator==(const shard_range&, const shard_range&) noexcept = default;
};

/// The table `id_alloc`: a row for each shard of each application, and what permutes an application's numbers. A port;
/// each implementation passes tests/conformance/sharded. Every call may block on the store, and says
/// `store_unavailable` when that does not answer in time. Safe to use from any thread.
class sharded_store {
  public:
    virtual ~sharded_store() = default;

    /// All rows, in no particular order. Errors: `store_unavailable`, `state_unusable`, `invalid_settings`.
    virtual result<std::vector<shard_row>> list() = 0;

    /// Reserves (max_id, max_id + width] and moves max_id to its end, durably and in one step, less where the limit is
    /// near. On an error nobody knows whether the range was reserved; it is lost then, and nobody gets it. Errors:
    /// `not_found` for a shard without a row, `exhausted` at the limit, `state_unusable` for a row that holds nonsense
    /// or went back, `invalid_settings` for a permutation that a limit leaves no room for; those of `list`.
    virtual result<shard_range> reserve(const shard_request& request) = 0;

    /// Gives back (from, of.high]: true where nobody has reserved a number of the shard since, else they are lost.
    virtual result<bool> give_back(const shard_range& of, std::int64_t from) = 0;

    /// Makes those of the application's 64 rows that are missing, with max_id 0 and step 1000, and tells how many. What
    /// is missing of the tables is made too. Errors: those of `list`.
    virtual result<unsigned> init(app_number app, std::string_view name) = 0;

    /// Settles that the numbers of @p app are permuted by the family with this fingerprint ("none" for none), for good.
    /// The first to ask decides, unless numbers were reserved before and there is a family. Errors: `invalid_settings`
    /// where it was settled otherwise; those of `list`.
    virtual result<void> settle_permutation(app_number app, std::string_view fingerprint) = 0;
};

/// What every store does with a row and a request: the range, or why there is none.
result<shard_range> next_shard_range(const shard_row& row, const shard_request& request);

/// What every store says where a permutation is not that of the application.
error permuted_otherwise(app_number app, std::string_view settled, std::string_view wanted);

} // namespace vesta
