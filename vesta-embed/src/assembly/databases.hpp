#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/sql/options.hpp>

namespace vesta::embed {

/// How to get into the database named @p store below stores, with its password read. Error: `invalid_settings`.
result<sql::options> database_options(const settings& from, const std::string& store);

} // namespace vesta::embed
