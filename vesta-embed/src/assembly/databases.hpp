#pragma once

#include "stores/store_clients.hpp"

#include <vesta/embed/settings.hpp>
#include <vesta/redis/options.hpp>
#include <vesta/sql/options.hpp>

namespace vesta::embed {

/// The name of the store that keeps the numbers of @p of; empty: none does.
const std::string& store_of(const generator_settings& of);

/// How to reach the database named @p store below stores, with its password.
///
/// Errors: `invalid_settings`.
result<sql::options> database_options(const settings& from, const std::string& store);

/// As `database_options`, for the Redis server named @p store.
result<redis::options> redis_options(const settings& from, const std::string& store);

/// As `database_options`, for the store named @p store, of etcd or Kubernetes; no call of it takes longer than
/// @p call_timeout.
result<store_place> store_place_of(const settings& from, const std::string& store,
                                   std::chrono::milliseconds call_timeout);

} // namespace vesta::embed
