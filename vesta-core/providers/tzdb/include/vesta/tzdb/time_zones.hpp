#pragma once

#include <vesta/base/result.hpp>
#include <vesta/time/time_zone.hpp>

#include <memory>
#include <string>

namespace vesta::tzdb {

/// The zone that the IANA database calls @p name, as Europe/Berlin. Reads it from the system's files, once.
///
/// Errors: `invalid_settings` for a name that it does not have, and where the system has no database.
/// Thread-safety: safe.
result<std::shared_ptr<const time_zone>> find_zone(const std::string& name);

} // namespace vesta::tzdb
