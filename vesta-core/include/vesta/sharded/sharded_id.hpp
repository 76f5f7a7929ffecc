#pragma once

#include <vesta/base/result.hpp>
#include <vesta/id/id.hpp>

#include <compare>
#include <cstdint>

namespace vesta {

/// The bits of a sharded ID from the most significant down: sign (0), next, shard, app, that is `next << 14 | shard <<
/// 8 | app`.
///
/// Source: the Redis-queued design that this one succeeds (docs/sharded.md).
inline constexpr unsigned next_bits = 49;
inline constexpr unsigned shard_bits = 6;
inline constexpr unsigned app_bits = 8;

/// Shards of an application; each is a row of its own.
inline constexpr std::uint32_t shards_per_app = 1U << shard_bits;
/// The limit of applications.
inline constexpr std::uint32_t most_apps = 1U << app_bits;
/// The largest number of a shard: 562,949,953,421,311.
inline constexpr std::uint64_t largest_next = (std::uint64_t{1} << next_bits) - 1;

/// The number of an application: 0 to 255. Not checked here; see `make_app`.
struct app_number {
    std::uint32_t value = 0;
    friend constexpr auto operator<=>(app_number, app_number) noexcept = default;
};

/// The number of a shard: 0 to 63. Not checked here; see `make_shard`.
struct shard_number {
    std::uint32_t value = 0;
    friend constexpr auto operator<=>(shard_number, shard_number) noexcept = default;
};

/// A sharded ID taken apart. `next` is a counted number, or its image if a permutation hides the order.
struct sharded_fields {
    std::uint64_t next = 0;
    shard_number shard;
    app_number app;
    friend constexpr bool operator==(const sharded_fields&, const sharded_fields&) noexcept = default;
};

/// The application of that number.
///
/// Errors: `invalid_argument` below 0 and above 255, where the bits of two applications would overlap.
result<app_number> make_app(std::int64_t number);

/// The shard of that number.
///
/// Errors: `invalid_argument` below 0 and above 63.
result<shard_number> make_shard(std::int64_t number);

/// Builds an ID.
///
/// Errors: `invalid_argument` for a field that does not fit its bits.
result<id> make_sharded_id(const sharded_fields& parts);

/// Takes an ID apart.
///
/// Errors: `invalid_argument` for a negative one, which no sharded generator makes.
result<sharded_fields> fields_of_sharded(id value);

/// As `make_sharded_id`, for fields that are known to fit. Not checked.
constexpr id sharded_id(std::uint64_t next, shard_number shard, app_number app) noexcept {
    return id::from_bits(next << (shard_bits + app_bits) | std::uint64_t{shard.value} << app_bits | app.value);
}

} // namespace vesta
