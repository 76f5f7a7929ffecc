#pragma once

#include <vesta/id/id.hpp>

#include <cstdint>

namespace vesta {

/// IDs at a constant distance: first, first + stride, ..., first + (count - 1) * stride.
struct id_range {
    id first;
    std::uint64_t count = 0;
    std::uint64_t stride = 1; ///< At least 1.
};

} // namespace vesta
