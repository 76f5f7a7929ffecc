#pragma once

#include <cstdint>

namespace vesta::sql {

/// Which kind of database. MariaDB is MySQL here.
enum class dialect : std::uint8_t { mysql, sqlite };

} // namespace vesta::sql
