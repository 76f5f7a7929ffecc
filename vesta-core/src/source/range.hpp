#pragma once

#include <cstdint>

namespace vesta::detail {

/// The numbers from `first` to before `end()`, `stride` apart, which belong to one owner.
struct range {
    std::uint64_t first = 0;
    std::uint64_t count = 0;
    std::uint64_t stride = 1;

    std::uint64_t at(std::uint64_t index) const noexcept { return first + index * stride; }
    /// The position after the last number; unsigned, since it may exceed the largest signed number.
    std::uint64_t end() const noexcept { return at(count); }
    range without(std::uint64_t taken) const noexcept { return {at(taken), count - taken, stride}; }
};

} // namespace vesta::detail
