#include "survey_files.hpp"

#include "survey_output.hpp"
#include "words/words.hpp"

#include <vesta/base/descriptor.hpp>

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

} // namespace

void add_files(CLI::App& command, survey_files& to) {
    command.add_option("FILE", to.names, "IDs, one a line; - is standard input")->required();
    command.add_option("--column", to.format.column, "The column of each line that has the ID")
        ->check(whole_number)
        ->check(CLI::Range(1, 1000));
    add_form(command, to.format.as, "The text form of the IDs, else any");
}

result<void> read_files(const survey_files& from, const survey::list_visitor& to,
                        const std::function<std::uint64_t()>& count) {
    if (from.names.size() > survey::place::most_files)
        return error{errc::invalid_argument, "there are " + std::to_string(from.names.size()) + " files; at most " +
                                                 std::to_string(survey::place::most_files)};
    for (std::uint32_t which = 0; which < from.names.size(); ++which)
        if (auto taken = read_file(from, which, to, count); !taken) return taken;
    return {};
}

} // namespace vesta::cli
