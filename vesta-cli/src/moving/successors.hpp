#pragma once

#include "gather.hpp"

#include <vesta/embed/settings.hpp>

#include <string>
#include <vector>

namespace vesta::cli {

/// An old file and, once one is meant, the node that reads it.
struct old_node_file {
    std::string file;
    std::string text;
    std::string node{};  ///< Empty: none is named.
    std::string store{}; ///< Of TinyId: the database that its successor uses; empty: the first.
};

/// The settings of a node's successor, as the file has them and as they were read.
struct successor {
    std::string yaml;
    embed::settings read;
};

/// The texts of all files of @p of.
///
/// Errors: `invalid_settings`.
result<std::vector<old_node_file>> read_files_of(const old_fleet& of);

/// Translates one file, for its node if it names one. @p layout is that of Vesta's IDs.
///
/// Errors: those of the translators and of `check_generators`; `invalid_settings` if the environment would change what
/// they say.
result<successor> translate(const old_fleet& of, const old_node_file& from, const std::string& layout);

/// How the old program gives machine IDs, by the settings of a successor.
migrate::assignment assignment_of(const embed::settings& of);

/// What a plan has to know of a successor.
///
/// Errors: those of `patterns_made_by`.
result<migrate::node_facts> facts_of(const old_node_file& from, const successor& of);

} // namespace vesta::cli
