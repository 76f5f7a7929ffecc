#pragma once

#include <vesta/sql/connection.hpp>

namespace vesta::sql {

result<std::unique_ptr<connection>> open_postgresql(const options& to);

} // namespace vesta::sql
