#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace vesta {

/// Which stream of IDs is meant. The views need to live only as long as the call they are passed to.
struct stream_query {
    std::string_view generator;          ///< Empty: the generator named `default`.
    std::optional<std::string_view> tag; ///< Segment generators need it; no other takes it.
    std::optional<std::int64_t> app;     ///< Sharded generators need it and gate_pass; no other takes them.
    std::optional<std::string_view> gate_pass;
};

} // namespace vesta
