#include "survey_files.hpp"

#include "survey_output.hpp"
#include "words/words.hpp"

#include <vesta/base/descriptor.hpp>
#include <vesta/embed/id_column.hpp>

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace vesta::cli {
namespace {

result<void> read_file(const survey_files& from, std::uint32_t which, const survey::list_visitor& to,
                       const std::function<std::uint64_t()>& count) {
    const std::string& name = from.names[which];
    const bool is_input = name == "-";
    const descriptor opened{is_input ? -1 : ::open(name.c_str(), O_RDONLY | O_CLOEXEC)};
    if (!is_input && opened.number() < 0)
        return error{errc::invalid_argument, "cannot read " + name + ": " + std::generic_category().message(errno)};
    progress_line progress{printable(name)};
    survey::list_visitor shown = to;
    shown.read = [&](survey::place at, id value, std::optional<unix_ms> made) {
        progress.show(count());
        return to.read(at, value, made);
    };
    return survey::read_list(is_input ? STDIN_FILENO : opened.number(), name, which, from.format, shown);
}

result<void> read_table(survey_files& from, const common_options& common, const survey::list_visitor& to,
                        const std::function<std::uint64_t()>& count) {
    const auto settings = load(common);
    if (!settings) return settings.error();
    from.names = {from.column.table + "." + from.column.id};
    progress_line progress{printable(from.names.front())};
    survey::place at{};
    return embed::read_ids(*settings, from.store, from.column, [&](const column_row& row) -> result<void> {
        ++at.line;
        progress.show(count());
        const auto value = survey::read_id(row.id, from.format.as);
        const auto made = from.is_dated() ? survey::read_time(row.made) : std::nullopt;
        const bool is_whole = value && (made || !from.is_dated());
        for (std::uint64_t time = 0; time < row.times; ++time) {
            auto taken = is_whole ? to.read(at, *value, made) : to.unreadable(at, row.id.substr(0, 80));
            if (!taken) return taken;
        }
        return {};
    });
}

} // namespace

void add_files(CLI::App& command, survey_files& to) {
    auto* const files = command.add_option("FILE", to.names, "IDs, one a line; - is standard input");
    auto* const column = command.add_option("--column", to.format.column, "The column of each line that has the ID")
                             ->check(whole_number)
                             ->check(CLI::Range(1, 1000));
    add_form(command, to.format.as, "The text form of the IDs, else any");
    auto* const table = command.add_option("--table", to.column.table, "A table of a database, instead of files")
                            ->excludes(files)
                            ->excludes(column);
    command.add_option("--id", to.column.id, "The table's column that has the ID, else id")->needs(table);
    command
        .add_option("--key", to.column.key,
                    "A unique column of the table, by whose index it is read; needed where IDs are no integers")
        ->needs(table);
    command.add_option("--store", to.store, "The database of the table, by its name below stores in the settings")
        ->needs(table);
}

void add_times(CLI::App& command, survey_files& to) {
    command
        .add_option("--time-column", to.format.time_column,
                    "The column that says when the ID was made: RFC 3339, or seconds or milliseconds since 1970")
        ->check(whole_number)
        ->check(CLI::Range(1, 1000));
    command.add_option("--made", to.column.made, "The same of a table, by its name")
        ->needs("--table")
        ->excludes("--time-column");
}

result<void> read_files(survey_files& from, const common_options& common, const survey::list_visitor& to,
                        const std::function<std::uint64_t()>& count) {
    if (!from.column.table.empty()) return read_table(from, common, to, count);
    if (from.names.empty())
        return error{errc::invalid_argument, "say where the IDs are: FILE, - for standard input, or --table"};
    if (from.names.size() > survey::place::most_files)
        return error{errc::invalid_argument, "there are " + std::to_string(from.names.size()) + " files; at most " +
                                                 std::to_string(survey::place::most_files)};
    for (std::uint32_t which = 0; which < from.names.size(); ++which)
        if (auto taken = read_file(from, which, to, count); !taken) return taken;
    return {};
}

} // namespace vesta::cli
