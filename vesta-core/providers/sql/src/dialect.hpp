#pragma once

#include <vesta/sql/dialect.hpp>

namespace vesta::sql {

/// The beginning of an INSERT that leaves an existing row alone.
const char* insert_if_absent(dialect kind) noexcept;

/// An expression for the database's time in unix milliseconds, whatever its time zone.
const char* now_ms(dialect kind) noexcept;

} // namespace vesta::sql
