#pragma once

#include <chrono>

namespace vesta::detail {

/// A local reservation is renewed within this, most of the time.
inline constexpr std::chrono::milliseconds renewal_pause{1};

} // namespace vesta::detail
