#include "command.hpp"
#include "command_tree.hpp"

#include <vesta/base/list.hpp>

#include <iostream>

namespace vesta::cli {
namespace {

/// As roff takes it literally: its escape character, its hyphens, and lines that would be its requests.
std::string escape(std::string_view text) {
    std::string made = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
    for (const char each : text) {
        if (each == '\\') {
            made += "\\e";
        } else {
            if (each == '-') made += '\\';
            made += each;
        }
    }
    return made;
}

std::string sentence(std::string_view text) {
    return escape(text) + (text.ends_with('.') ? "" : ".");
}

/// Bold, with each argument's place in italics: -n, --count UINT.
std::string heading(const described_option& of) {
    std::string line = listed(
        of.names, [&](const std::string& each) { return (of.positional ? "\\fI" : "\\fB") + escape(each) + "\\fR"; });
    if (!of.argument.empty()) line += " \\fI" + escape(of.argument) + "\\fR";
    return line + (of.repeated ? " ..." : "");
}

std::string synopsis(const described_command& of) {
    std::string line = "\\fB" + escape(of.path) + "\\fR";
    for (const auto& each : of.options)
        if (!each.positional && each.required)
            line += " \\fB" + escape(each.names.back()) + "\\fR \\fI" + escape(each.argument) + "\\fR";
    line += " [\\fIoptions\\fR]";
    for (const auto& each : of.options)
        if (each.positional) line += each.required ? " " + heading(each) : " [" + heading(each) + "]";
    return line;
}

void print_options(const described_command& of) {
    for (const auto& each : of.options)
        if (each.names.back() != "--help")
            std::cout << ".TP\n"
                      << heading(each) << '\n'
                      << sentence(each.text) << (each.required ? " Required." : "") << '\n';
}

void print_command(const described_command& of) {
    if (!of.commands.empty()) return;
    std::cout << ".SS " << synopsis(of) << '\n' << sentence(of.text) << '\n';
    print_options(of);
}

constexpr std::string_view ending = R"(.SH EXIT STATUS
0: done. 1: it failed while it ran. 2: wrong usage or settings. An error is one line on standard error.
.SH ENVIRONMENT
.TP
\fBVESTA_CONFIG\fR
The settings file, where \fB\-\-config\fR does not name one.
.TP
\fBVESTA_MACHINE_ID\fR
The machine ID, instead of the one in the settings.
.TP
\fBVESTA_RPC_PASSWORD\fR
The password of \fBvesta gen \-\-remote\fR.
.TP
\fBVESTA_TOKEN\fR
The token that \fBvesta top\fR shows to the server.
.TP
\fBNO_COLOR\fR
If set to anything, \fBvesta top\fR has no colours.
.SH FILES
.TP
.I /etc/vesta/vesta.yaml
The settings, where neither \fB\-\-config\fR nor \fBVESTA_CONFIG\fR names a file and there is no \fIconf/vesta.yaml\fR.
.TP
.I /var/lib/vesta
State of an installed package: losing it costs the next start a wait, and local numbers.
)";

int print(const described_command& program) {
    std::cout << ".\\\" Written by `vesta manual`.\n"
              << ".TH VESTA 1 \"\" \"vesta " VESTA_VERSION "\" \"User commands\"\n"
              << ".SH NAME\nvesta \\- " << escape(program.text) << '\n'
              << ".SH SYNOPSIS\n\\fBvesta\\fR [\\fB\\-c\\fR \\fIFILE\\fR] \\fIcommand\\fR [\\fIoptions\\fR]\n"
              << ".SH OPTIONS\n";
    print_options(program);
    std::cout << ".SH COMMANDS\n";
    for (const auto* const each : flatten(program))
        print_command(*each);
    std::cout << ending;
    return done;
}

} // namespace

runner add_manual(CLI::App& program, const common_options&) {
    program.add_subcommand("manual", "This program's manual page, for man: vesta manual | man -l -");
    return [&program] { return print(describe(program)); };
}

} // namespace vesta::cli
