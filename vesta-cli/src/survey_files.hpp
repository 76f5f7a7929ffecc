#pragma once

#include "command.hpp"

#include <vesta/survey/id_list.hpp>

#include <functional>
#include <string>
#include <vector>

namespace vesta::cli {

/// The lists that a command reads.
struct survey_files {
    std::vector<std::string> names; ///< - is standard input.
    survey::list_format format;
};

/// Adds FILE, --column and --as.
void add_files(CLI::App& command, survey_files& to);

/// Reads all of them, and shows the progress. @p count is the number of IDs so far.
///
/// Errors: `invalid_argument` for a file that cannot be opened, or too many; those of @p to.
result<void> read_files(const survey_files& from, const survey::list_visitor& to,
                        const std::function<std::uint64_t()>& count);

} // namespace vesta::cli
