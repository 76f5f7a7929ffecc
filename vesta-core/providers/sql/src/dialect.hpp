#pragma once

#include <vesta/sql/dialect.hpp>

namespace vesta::sql {

/// How an INSERT begins that leaves a row alone where it is there.
const char* insert_if_absent(dialect kind) noexcept;

/// An expression: now by the database's clock, in unix milliseconds, whatever its time zone.
const char* now_ms(dialect kind) noexcept;

} // namespace vesta::sql
