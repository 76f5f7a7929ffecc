#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace vesta {

/// Selects a stream of IDs.
///
/// Lifetime: the views need to live only as long as the call they are passed to.
struct stream_query {
    std::string_view generator;          ///< Empty: the generator named `default`.
    std::optional<std::string_view> tag; ///< Required by segment generators, refused by all others.
    std::optional<std::int64_t> app;     ///< Required, with gate_pass, by sharded generators; refused by all others.
    std::optional<std::string_view> gate_pass;
};

} // namespace vesta
