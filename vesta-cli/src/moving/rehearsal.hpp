#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/migrate/facts.hpp>
#include <vesta/migrate/plan.hpp>

#include <optional>
#include <string>
#include <vector>

namespace vesta::cli {

/// Tries a plan on copies: each successor is opened in this process on its own settings, with a private SQLite file in
/// place of each store (or @p scratch, a database that is empty), and a clock that passes over waits. Takes some IDs
/// and numbers, and compares them with what the old system could have given out. The old system is not touched.
///
/// Returns what was seen, a sentence each.
/// Errors: `internal` for an ID or a number that the plan excludes; `invalid_argument` for a scratch database that is
/// one of the old ones, or cannot stand for several; `in_use` for one that is not empty; those of opening a node.
result<std::vector<std::string>> rehearse(const migrate::facts& of, const migrate::plan& planned,
                                          const std::optional<embed::store_settings>& scratch = {});

} // namespace vesta::cli
