#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/redis/options.hpp>
#include <vesta/sql/options.hpp>

namespace vesta::embed {

/// How to reach the database named @p store below stores, with its password.
///
/// Errors: `invalid_settings`.
result<sql::options> database_options(const settings& from, const std::string& store);

/// As `database_options`, for the Redis server named @p store.
result<redis::options> redis_options(const settings& from, const std::string& store);

} // namespace vesta::embed
