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

/// Walks the words before the cursor down the commands, into $command.
void print_walk(const described_command& program, std::string_view words, std::string_view nothing) {
    std::cout << "    local command=vesta each\n    for each in " << words
              << "; do\n        case \"$command $each\" in\n            ";
    std::string_view between;
    for (const auto* const each : flatten(program)) {
        if (each == &program) continue;
        std::cout << between << quote(each->path);
        between = "|";
    }
    std::cout << ") command=\"$command $each\" ;;\n        esac\n    done\n" << nothing;
}

/// One line for each option that takes something: its choices, or else files by the shell's own means.
void print_arguments(const described_command& program, std::string_view choices_are, std::string_view ready,
                     std::string_view otherwise) {
    for (const auto* const command : flatten(program))
        for (const auto& option : command->options) {
            if (option.argument.empty()) continue;
            std::string_view between = "        ";
            for (const auto& each : option.names) {
                std::cout << between << quote(command->path + " " + each);
                between = "|";
            }
            std::cout << ") ";
            if (option.choices.empty()) {
                std::cout << otherwise;
            } else {
                std::cout << choices_are << "(" << CLI::detail::join(option.choices, " ") << ")" << ready;
            }
            std::cout << " ;;\n";
        }
}

int print_bash(const described_command& program) {
    std::cout << "# Completion for bash, written by `vesta completion bash`.\n_vesta() {\n";
    print_walk(program, R"("${COMP_WORDS[@]:1:COMP_CWORD-1}")", "    local choices=()\n");
    std::cout << "    case \"$command ${COMP_WORDS[COMP_CWORD-1]}\" in\n";
    print_arguments(program, "choices=", "", "return");
    std::cout << "        *) case \"$command\" in\n";
    for (const auto* const command : flatten(program)) {
        std::cout << "            " << quote(command->path) << ") choices=(";
        for (const auto& [name, text] : words_of(*command))
            std::cout << ' ' << name;
        std::cout << " ) ;;\n";
    }
    std::cout << "        esac ;;\n    esac\n"
              << "    mapfile -t COMPREPLY < <(compgen -W \"${choices[*]}\" -- \"${COMP_WORDS[COMP_CWORD]}\")\n}\n"
              << "complete -o default -F _vesta vesta\n";
    return done;
}

int print_zsh(const described_command& program) {
    std::cout << "#compdef vesta\n# Completion for zsh, written by `vesta completion zsh`.\n_vesta() {\n";
    print_walk(program, R"(${words[2,CURRENT-1]})", "    local -a choices\n");
    std::cout << "    case \"$command ${words[CURRENT-1]}\" in\n";
    print_arguments(program, "choices=", "; compadd -a choices", "_files");
    std::cout << "        *) case \"$command\" in\n";
    for (const auto* const command : flatten(program)) {
        std::cout << "            " << quote(command->path) << ") choices=(";
        for (const auto& [name, text] : words_of(*command))
            std::cout << ' ' << quote(name + ":" + text);
        std::cout << ") ;;\n";
    }
    std::cout << "        esac\n        _describe vesta choices || _files ;;\n    esac\n}\n"
              << "if [ \"$funcstack[1]\" = _vesta ]; then _vesta \"$@\"; else compdef _vesta vesta; fi\n";
    return done;
}

/// The condition under which fish offers what belongs to this command.
std::string fish_place(const described_command& command) {
    return " -n " + quote("test (__vesta_command) = " + quote(command.path, ""), R"(\')");
}

void print_fish_option(const described_command& command, const described_option& option) {
    std::cout << "complete -c vesta" << fish_place(command);
    for (const auto& each : option.positional ? std::vector<std::string>{} : option.names)
        std::cout << (each.starts_with("--") ? " -l " + each.substr(2) : " -s " + each.substr(1));
    if (!option.argument.empty()) std::cout << " -r";
    if (!option.choices.empty()) std::cout << " -f -a " << quote(CLI::detail::join(option.choices, " "));
    std::cout << " -d " << quote(option.text, R"(\')") << '\n';
}

void print_fish_walk(const described_command& program) {
    std::cout << "# Completion for fish, written by `vesta completion fish`.\nfunction __vesta_command\n"
              << "    set -l command vesta\n    for each in (commandline -opc)[2..]\n        switch \"$command "
                 "$each\"\n            case";
    for (const auto* const each : flatten(program))
        if (each != &program) std::cout << ' ' << quote(each->path);
    std::cout << "\n                set command \"$command $each\"\n        end\n    end\n    echo $command\nend\n";
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
    if (shell == "bash") return print_bash(program);
    if (shell == "zsh") return print_zsh(program);
    return print_fish(program);
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
