#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/migrate/facts.hpp>

#include <chrono>
#include <string>
#include <vector>

namespace vesta::cli {

/// The fleet to be moved, as the operator names it.
struct old_fleet {
    migrate::old_program from = migrate::old_program::leaf;
    std::vector<std::string> files; ///< The old program's settings: of all nodes, or one for each.
    std::vector<std::string> nodes; ///< Empty: those that the files or the old system's own register name.
    std::string layout{};           ///< Of Vesta; empty: `fresh_id` or the sample tells.
    std::string fresh_id{};
    std::string sample{}; ///< A file of IDs; empty: none.
    std::string folder{};
    std::chrono::milliseconds skew{1000};
};

/// Reads all of it: the old settings, the tables and trees that they name, and the sample. Writes nothing anywhere.
///
/// Errors: `invalid_settings` for what cannot be carried over, with the reason; `invalid_argument` for nodes that do
/// not go with the files; those of the stores.
result<migrate::facts> gather(const old_fleet& of);

/// The database of a store, as operators write it: host:port/database.
std::string place_of(const embed::store_settings& of);

} // namespace vesta::cli
