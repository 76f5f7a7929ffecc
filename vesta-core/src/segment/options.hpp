#pragma once

#include <vesta/segment/segment_generator.hpp>

#include <memory>

namespace vesta::detail {

/// @p options, once they are in range.
///
/// Errors: throws `failure` (`invalid_settings`).
segment_options checked(const segment_options& options);

std::unique_ptr<const refill_policy> policy_of(const segment_options& options);

} // namespace vesta::detail
