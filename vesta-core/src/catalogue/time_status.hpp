#pragma once

#include <vesta/catalogue/named_generator.hpp>
#include <vesta/generate/reservation.hpp>
#include <vesta/time/clock_guard.hpp>

#include <memory>
#include <vector>

namespace vesta::detail {

/// The state of a generator that makes IDs by @p of, lives off @p held, and has an ID left until @p ends_at.
generator_status status_of(const named_generator& as, const time_generator& of,
                           const std::vector<std::shared_ptr<reservation>>& held, const clock_guard& clock,
                           unix_ms ends_at);

} // namespace vesta::detail
