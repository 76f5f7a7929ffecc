#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace vesta::cli {

/// An option or argument of a command, in words.
struct described_option {
    std::vector<std::string> names;   ///< as they are typed: -n, --count; of an argument, its one name
    std::string argument;             ///< what comes after the name; empty if nothing does
    std::vector<std::string> choices; ///< all that may come after it; empty if that is open
    std::string text;
    bool positional = false;
    bool required = false;
    bool repeated = false;
};

/// A command in words: what completions and the manual are written from.
struct described_command {
    std::string path; ///< with those above it: vesta machines list
    std::string name; ///< the last word of it
    std::string text;
    std::vector<described_option> options;
    std::vector<described_command> commands; ///< below it
};

/// The program and all its commands, as its help tells them.
described_command describe(const CLI::App& program);

/// The words that may stand where @p program has come to in a command line: the commands below the last one it has met,
/// and the names of that one's options and of those above it.
std::vector<std::string> words_of(const CLI::App& program);

/// The command and those below it, the outer one first.
std::vector<const described_command*> flatten(const described_command& command);

} // namespace vesta::cli
