#include "command.hpp"
#include "command_tree.hpp"

#include <vesta/base/nearest.hpp>

#include <cerrno>
#include <fcntl.h>
#include <iostream>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

using namespace vesta::cli;

/// What may stand where the first word stood that the command line has too many: "; did you mean ...?", or nothing.
std::string meant(const CLI::App& program) {
    const auto extra = program.remaining(true);
    if (extra.empty()) return "";
    const std::string word = extra.front().substr(0, extra.front().find('='));
    return vesta::did_you_mean(word, words_of(program));
}

/// Reports a wrong command line on stderr in one line, or prints help or the version on stdout.
int explain_usage(const CLI::App& program, const CLI::ParseError& reason) {
    if (reason.get_exit_code() == 0) {
        static_cast<void>(program.exit(reason));
        return done;
    }
    return report({vesta::errc::invalid_argument, std::string{reason.what()} + "; see vesta --help" + meant(program)});
}

/// If a standard stream is closed, the next opened file would take its number and receive IDs or errors. A stand-in
/// makes every use of it fail instead.
void fill_standard_streams() {
    for (const int each : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(each, F_GETFD) < 0)
            static_cast<void>(::open("/dev/null", each == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

/// Buffered output may still fail to be written.
int finish_output(int code) {
    if (std::cout.flush() || code != done) return code;
    throw std::system_error{errno != 0 ? errno : EIO, std::generic_category(), "cannot write to standard output"};
}

int run(int argc, char** argv) {
    CLI::App program{"Unique 64-bit IDs: generate, take apart, publish.", "vesta"};
    program.set_version_flag("--version", "vesta " VESTA_VERSION);
    program.require_subcommand(0, 1); // 0 is checked below, so that an unknown one is named
    program.fallthrough();
    common_options common;
    program.add_option("-c,--config", common.config,
                       "Settings file; else $VESTA_CONFIG, ./conf/vesta.yaml, /etc/vesta/vesta.yaml");
    using adder = runner (*)(CLI::App&, const common_options&);
    std::vector<std::pair<const CLI::App*, runner>> commands;
    for (const adder add : {add_gen, add_explain, add_make, add_time, add_range, add_check, add_migrate, add_adopt,
                            add_audit, add_machines, add_tags, add_sharded, add_gapless, add_token, add_serve, add_top,
                            add_completion, add_manual}) {
        runner command = add(program, common);
        const CLI::App* const last = program.get_subcommands([](CLI::App*) { return true; }).back();
        commands.emplace_back(last, std::move(command));
    }
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError& reason) {
        return explain_usage(program, reason);
    }
    for (const auto& [command, run_it] : commands)
        if (command->parsed()) return run_it();
    return report({vesta::errc::invalid_argument,
                   "which command? There are gen, explain, make, time, range, check, migrate, adopt, audit, "
                   "machines, tags, sharded, gapless, token, serve, top, completion and manual; see vesta --help"});
}

} // namespace

int main(int argc, char** argv) {
    fill_standard_streams();
    try {
        return finish_output(run(argc, argv));
    } catch (const vesta::failure& reason) {
        return report(reason.error());
    } catch (const std::exception& reason) {
        return report({vesta::errc::internal, reason.what()});
    }
}
