#pragma once

#include <vesta/migrate/plan.hpp>

#include <optional>
#include <string>
#include <vector>

namespace vesta::cli {

/// A plan, and what became of it.
struct shown_plan {
    const migrate::plan& of;
    bool is_written = false;                             ///< The files are below the folder.
    std::optional<std::vector<std::string>> rehearsed{}; ///< Absent: it was not tried.
};

void print_text(const shown_plan& shown);
void print_json(const shown_plan& shown);

/// Writes the settings of each node into its folder.
///
/// Errors: `invalid_argument` for a file that is there already; `internal` if the system cannot write.
result<void> write_files(const migrate::plan& of);

} // namespace vesta::cli
