#pragma once

#include <vesta/base/result.hpp>
#include <vesta/sharded/sharded_id.hpp>

#include <cstdint>
#include <string_view>

namespace vesta {

/// Java's `String.hashCode()` of @p text, which is UTF-8: h = 31 h + c over the UTF-16 code units c, in 32 bits. A
/// character above U+FFFF is two code units, its surrogates.
///
/// Errors: `invalid_argument` for malformed UTF-8 (Unicode 15, table 3-7): Java's hash would depend on how the text was
/// read, and two answers would mean two shards.
/// Source: java.lang.String, Java SE API.
result<std::int32_t> java_hash(std::string_view text);

/// The shard of a gate pass (a user's name, a phone number, an address): Java's `Math.abs(hash) % 64`. The pass decides
/// only the shard; two calls with one pass give two IDs.
///
/// Errors: as `java_hash`.
result<shard_number> shard_of(std::string_view gate_pass);

} // namespace vesta
