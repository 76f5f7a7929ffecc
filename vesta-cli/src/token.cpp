#include "command.hpp"

#include <vesta/access/token.hpp>
#include <vesta/time/clock.hpp>
#include <vesta/time/instant.hpp>

#include <iostream>

namespace vesta::cli {
namespace {

/// Today, so that people see which token of a principal is the older one.
std::string key_of_today() {
    std::string day =
        to_rfc3339(std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now())).substr(0, 10);
    std::erase(day, '-');
    return "k" + day;
}

int print_new(const std::string& name) {
    const std::string token = access::new_token();
    const auto entry = access::token_entry::of(key_of_today(), token);
    std::cout << token << '\n';
    std::cout << name << ": { tokens: [ \"" << entry.text() << "\" ], may: [ \"take default\" ] }\n";
    std::cerr << "The token is shown this once. The line behind it goes into the access file, below principals.\n";
    return done;
}

} // namespace

runner add_token(CLI::App& program, const common_options&) {
    auto& command = *program.add_subcommand("token", "Tokens for the access file");
    command.require_subcommand(1);
    auto name = std::make_shared<std::string>();
    command.add_subcommand("new", "A token, shown once, and the line for the access file")
        ->add_option("NAME", *name, "The principal it is for")
        ->required();
    return [name] { return print_new(*name); };
}

} // namespace vesta::cli
