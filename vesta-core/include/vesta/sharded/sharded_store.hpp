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

/// One shard of one application, whose numbers are counted together.
struct shard_key {
    app_number app;
    shard_number shard;
    friend constexpr auto operator<=>(const shard_key&, const shard_key&) noexcept = default;
};

/// "app 1, shard 17".
std::string to_string(const shard_key& key);

/// A row of `id_alloc` as the table holds it; application and shard are not checked yet.
struct shard_row {
    std::int64_t app = 0;
    std::int64_t shard = 0;
    std::string name;
    /// The largest number reserved.
    std::int64_t max_id = 0;
    std::int64_t step = 1000;
    /// IDs stay below it; 0: no limit.
    std::int64_t max_limit_id = 0;
};

/// A request for numbers to a store.
struct shard_request {
    shard_key of;
    /// How many numbers; the row's step counts if it is larger.
    std::uint64_t width = 0;
    /// The largest number reserved earlier. A row below it went back, because a fail-over or a restored dump lost
    /// writes, and would hand out numbers twice.
    std::int64_t reserved_before = 0;
    /// The bits that a permutation spreads the numbers over; absent: there is none.
    std::optional<unsigned> permuted_bits{};
};

/// The numbers (low, high] of a shard, which belong to the caller that reserved them.
struct shard_range {
    shard_key of;
    std::int64_t low = 0;
    std::int64_t high = 0;
    std::int64_t step = 1;
    friend bool operator==(const shard_range&, const shard_range&) noexcept = default;
};

/// The table `id_alloc`: a row for each shard of each application, and the permutation of each application. A port;
/// every implementation passes tests/conformance/sharded.
///
/// Errors of every function: `store_unavailable` if the store does not answer in time, `state_unusable`,
/// `invalid_settings`.
/// Thread-safety: implementations are safe. Every function may block.
class sharded_store {
  public:
    virtual ~sharded_store() = default;

    /// All rows, in any order.
    virtual result<std::vector<shard_row>> list() = 0;

    /// Reserves (max_id, max_id + width] and moves max_id to its end, durably and in one step; less near the limit.
    /// After an error the range may be reserved; then it is lost.
    ///
    /// Errors: also `not_found` for a shard without a row, `exhausted` at the limit, `state_unusable` for a row that
    /// holds nonsense or went back, `invalid_settings` for a permutation that a limit leaves no room for.
    virtual result<shard_range> reserve(const shard_request& request) = 0;

    /// Gives back (from, of.high]. False if a later number of the shard is reserved already; then they are lost.
    virtual result<bool> give_back(const shard_range& of, std::int64_t from) = 0;

    /// Makes the missing ones of the application's 64 rows with max_id 0 and step 1000, and missing tables; returns the
    /// number of rows made.
    virtual result<unsigned> init(app_number app, std::string_view name) = 0;

    /// Settles finally that the numbers of @p app are permuted by the family with this fingerprint ("none" for none).
    /// The first caller decides, unless numbers were reserved before and there is a family.
    ///
    /// Errors: also `invalid_settings` if it was settled otherwise.
    virtual result<void> settle_permutation(app_number app, std::string_view fingerprint) = 0;
};

/// The arithmetic that every store shares: the range for a row and a request, or why there is none.
result<shard_range> next_shard_range(const shard_row& row, const shard_request& request);

/// The error of every store for a permutation other than the application's.
error permuted_otherwise(app_number app, std::string_view settled, std::string_view wanted);

} // namespace vesta
