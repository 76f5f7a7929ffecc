#pragma once

#include <chrono>

namespace vesta::detail {

/// Most renewals of a local reservation take less.
inline constexpr std::chrono::milliseconds renewal_pause{1};

} // namespace vesta::detail
