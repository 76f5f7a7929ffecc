#pragma once

#include <cstdint>

namespace vesta::sql {

/// The kind of a database. MariaDB counts as MySQL.
enum class dialect : std::uint8_t { mysql, sqlite, postgresql };

} // namespace vesta::sql
