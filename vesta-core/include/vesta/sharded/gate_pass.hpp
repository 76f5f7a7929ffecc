#pragma once

#include <vesta/base/result.hpp>
#include <vesta/sharded/sharded_id.hpp>

#include <cstdint>
#include <string_view>

namespace vesta {

/// What Java's `String.hashCode()` gives for @p text: h = 31 h + c over the UTF-16 code units c, in 32 bits
/// (java.lang.String, Java SE API). A character above U+FFFF is two code units, its surrogates. @p text is UTF-8.
/// Error: `invalid_argument` where it is not well-formed (Unicode 15, table 3-7): what Java would hash then depends on
/// how the text was read, and two answers would be two shards.
result<std::int32_t> java_hash(std::string_view text);

/// The shard of a gate pass - a user's name, a phone number, an address: Java's `Math.abs(hash) % 64`. The pass decides
/// the shard and nothing else; two calls with one pass give two IDs. Error: as `java_hash`.
result<shard_number> shard_of(std::string_view gate_pass);

} // namespace vesta
