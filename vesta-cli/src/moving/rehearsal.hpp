#pragma once

#include <vesta/migrate/facts.hpp>
#include <vesta/migrate/plan.hpp>

#include <string>
#include <vector>

namespace vesta::cli {

/// Tries a plan on copies: each successor is opened in this process on its own settings, with a private SQLite file in
/// place of each store, and a clock that passes over waits. Takes some IDs and numbers, and compares them with what the
/// old system could have given out. The old system is not touched.
///
/// Returns what was seen, a sentence each.
/// Errors: `internal` for an ID or a number that the plan excludes; `invalid_settings` and those of opening a node.
result<std::vector<std::string>> rehearse(const migrate::facts& of, const migrate::plan& planned);

} // namespace vesta::cli
