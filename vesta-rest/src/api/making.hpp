#pragma once

#include <vesta/generate/time_generator.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace vesta::rest {

/// An ID to be built from parts. What is not given is what the generator itself would put in.
struct making {
    std::optional<std::uint64_t> version;
    std::optional<std::uint64_t> type; ///< The number in the ID.
    std::string type_name;             ///< Instead of the number; empty: not given.
    std::optional<std::uint64_t> gen_method;
    std::optional<std::uint64_t> machine;
    std::uint64_t time = 0;
    std::uint64_t seq = 0;
};

/// Builds it. Error: `invalid_argument`, naming the field, its value and its range.
result<id> make_id(const time_generator& with, const making& parts);

} // namespace vesta::rest
