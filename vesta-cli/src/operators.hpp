#pragma once

#include "logging/recent_events.hpp"

#include <vesta/embed/settings.hpp>
#include <vesta/rest/operations.hpp>

namespace vesta::cli {

/// What operators see and do by the REST server of this program.
///
/// Lifetime: both outlive it.
rest::operations operations_of(const embed::settings& by, recent_events& recent);

} // namespace vesta::cli
