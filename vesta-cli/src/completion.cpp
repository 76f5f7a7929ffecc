#include "command.hpp"
#include "command_tree.hpp"

#include <iostream>
#include <memory>

namespace vesta::cli {
namespace {

/// In single quotes, for each of the shells.
std::string quote(std::string_view text, std::string_view quote_inside) {
    std::string made{"'"};
    for (const char each : text)
        made += each == '\'' ? std::string{quote_inside} : std::string{each};
    return made + "'";
}

std::string quote(std::string_view text) {
    return quote(text, R"('\'')");
}

/// What may stand where a word of this command is expected: name and text.
std::vector<std::pair<std::string, std::string>> words_of(const described_command& command) {
    std::vector<std::pair<std::string, std::string>> words;
    for (const auto& each : command.commands)
        words.emplace_back(each.name, each.text);
    for (const auto& each : command.options)
        for (const auto& name : each.positional ? each.choices : each.names)
            words.emplace_back(name, each.text);
    return words;
}

/// All commands but the program itself, as cases of a shell.
std::string cases_of(const described_command& program, const std::string& between) {
    std::vector<std::string> paths;
    for (const auto& each : program.commands)
        for (const auto* const command : flatten(each))
            paths.push_back(quote(command->path));
    return CLI::detail::join(paths, between);
}

/// What bash and zsh have of their own; their scripts are the same otherwise.
struct dialect {
    std::string_view begin;
    std::string_view words; ///< those before the one to complete
    std::string_view last;  ///< the last of them
    std::string_view files; ///< offers files
    std::string_view offer; ///< offers what $choices has
    std::string_view end;
    bool texts; ///< whether choices are name:text
};

constexpr dialect bash{.begin = "# Completion for bash, written by `vesta completion bash`.\n",
                       .words = R"("${COMP_WORDS[@]:1:COMP_CWORD-1}")",
                       .last = "${COMP_WORDS[COMP_CWORD-1]}",
                       .files = "return",
                       .offer =
                           R"(mapfile -t COMPREPLY < <(compgen -W "${choices[*]}" -- "${COMP_WORDS[COMP_CWORD]}"))",
                       .end = "complete -o default -F _vesta vesta\n",
                       .texts = false};

constexpr dialect zsh{.begin = "#compdef vesta\n# Completion for zsh, written by `vesta completion zsh`.\n",
                      .words = "${words[2,CURRENT-1]}",
                      .last = "${words[CURRENT-1]}",
                      .files = "_files; return",
                      .offer = "_describe vesta choices || _files",
                      .end = "if [ \"$funcstack[1]\" = _vesta ]; then _vesta \"$@\"; else compdef _vesta vesta; fi\n",
                      .texts = true};

/// A case for each option that takes something: its choices, or else files.
void print_arguments(const described_command& program, std::string_view files) {
    for (const auto* const command : flatten(program))
        for (const auto& option : command->options) {
            if (option.argument.empty()) continue;
            std::vector<std::string> cases;
            for (const auto& each : option.names)
                cases.push_back(quote(command->path + " " + each));
            std::cout << "        " << CLI::detail::join(cases, "|") << ") ";
            if (option.choices.empty()) {
                std::cout << files << " ;;\n";
            } else {
                std::cout << "choices=(" << CLI::detail::join(option.choices, " ") << ") ;;\n";
            }
        }
}

void print_words(const described_command& program, bool texts) {
    for (const auto* const command : flatten(program)) {
        std::cout << "            " << quote(command->path) << ") choices=(";
        for (const auto& [name, text] : words_of(*command))
            std::cout << ' ' << (texts ? quote(name + ":" + text) : name);
        std::cout << " ) ;;\n";
    }
}

int print_script(const described_command& program, const dialect& in) {
    std::cout << in.begin << "_vesta() {\n"
              << "    local command=vesta each\n"
              << "    for each in " << in.words << "; do\n"
              << "        case \"$command $each\" in\n"
              << "            " << cases_of(program, "|") << ") command=\"$command $each\" ;;\n"
              << "        esac\n    done\n"
              << "    local -a choices\n"
              << "    case \"$command " << in.last << "\" in\n";
    print_arguments(program, in.files);
    std::cout << "        *) case \"$command\" in\n";
    print_words(program, in.texts);
    std::cout << "        esac ;;\n    esac\n    " << in.offer << "\n}\n" << in.end;
    return done;
}

/// The condition under which fish offers what belongs to this command.
std::string fish_place(const described_command& command) {
    return " -n " + quote("test (__vesta_command) = " + quote(command.path, ""), R"(\')");
}

void print_fish_option(const described_command& command, const described_option& option) {
    if (option.positional && option.choices.empty()) return;
    std::cout << "complete -c vesta" << fish_place(command);
    for (const auto& each : option.positional ? std::vector<std::string>{} : option.names)
        std::cout << (each.starts_with("--") ? " -l " + each.substr(2) : " -s " + each.substr(1));
    if (!option.argument.empty()) std::cout << " -r";
    if (!option.choices.empty()) std::cout << " -f -a " << quote(CLI::detail::join(option.choices, " "));
    std::cout << " -d " << quote(option.text, R"(\')") << '\n';
}

void print_fish_walk(const described_command& program) {
    std::cout << "# Completion for fish, written by `vesta completion fish`.\n"
              << "function __vesta_command\n"
              << "    set -l command vesta\n"
              << "    for each in (commandline -opc)[2..]\n"
              << "        switch \"$command $each\"\n"
              << "            case " << cases_of(program, " ") << "\n"
              << "                set command \"$command $each\"\n"
              << "        end\n    end\n    echo $command\nend\n";
}

int print_fish(const described_command& program) {
    print_fish_walk(program);
    for (const auto* const command : flatten(program)) {
        for (const auto& each : command->commands)
            std::cout << "complete -c vesta -f" << fish_place(*command) << " -a " << each.name << " -d "
                      << quote(each.text, R"(\')") << '\n';
        for (const auto& each : command->options)
            print_fish_option(*command, each);
    }
    return done;
}

int print(const std::string& shell, const described_command& program) {
    if (shell == "fish") return print_fish(program);
    return print_script(program, shell == "zsh" ? zsh : bash);
}

} // namespace

runner add_completion(CLI::App& program, const common_options&) {
    auto shell = std::make_shared<std::string>();
    program
        .add_subcommand("completion",
                        "What a shell needs to complete commands and options: source <(vesta completion bash)")
        ->add_option("SHELL", *shell, "The shell")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}))
        ->option_text("bash|zsh|fish");
    return [shell, &program] { return print(*shell, describe(program)); };
}

} // namespace vesta::cli
