#pragma once

#include "command.hpp"

#include <vesta/id/id_column.hpp>
#include <vesta/survey/id_list.hpp>

#include <functional>
#include <string>
#include <vector>

namespace vesta::cli {

/// The lists that a command reads, or the column of a database.
struct survey_files {
    std::vector<std::string> names; ///< - is standard input. Once a column is read: TABLE.COLUMN.
    survey::list_format format;
    id_column column{};  ///< Without a table: files are read.
    std::string store{}; ///< Empty: the only database of the settings.

    /// Whether they are to say when each ID was made.
    bool is_dated() const noexcept { return format.time_column != 0 || !column.made.empty(); }
};

/// Adds FILE, --column, --as, --table, --id, --key and --store.
void add_files(CLI::App& command, survey_files& to);
/// Adds what says when each ID was made: --time-column and --made.
void add_times(CLI::App& command, survey_files& to);

/// Reads all of them, and shows the progress. @p count is the number of IDs so far. Rows of a table have the number in
/// which they came for a line.
///
/// Errors: `invalid_argument` for a file that cannot be opened, too many, and none; those of @p to, of `load` and of
/// `embed::read_ids`.
result<void> read_files(survey_files& from, const common_options& common, const survey::list_visitor& to,
                        const std::function<std::uint64_t()>& count);

} // namespace vesta::cli
