#include "command.hpp"

#include <vesta/access/token.hpp>
#include <vesta/time/clock.hpp>
#include <vesta/time/instant.hpp>

#include <boost/json.hpp>

#include <iostream>
#include <memory>

namespace vesta::cli {
namespace {

/// Today, so that people see which token of a principal is the older one.
std::string key_of_today() {
    std::string day =
        to_rfc3339(std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now())).substr(0, 10);
    std::erase(day, '-');
    return "k" + day;
}

struct token_options {
    std::string name;
    bool json = false;
};

int print_new(const token_options& options) {
    const std::string token = access::new_token();
    const auto entry = access::token_entry::of(key_of_today(), token);
    if (options.json) {
        const boost::json::object told{{"name", options.name}, {"token", token}, {"entry", entry.text()}};
        std::cout << boost::json::serialize(told) << '\n';
        return done;
    }
    std::cout << token << '\n';
    std::cout << options.name << ": { tokens: [ \"" << entry.text() << "\" ], may: [ \"take default\" ] }\n";
    std::cerr << "The token is shown this once. The line behind it goes into the access file, below principals.\n";
    return done;
}

} // namespace

runner add_token(CLI::App& program, const common_options&) {
    auto& command = *program.add_subcommand("token", "Tokens for the access file");
    command.require_subcommand(1);
    auto options = std::make_shared<token_options>();
    auto& made = *command.add_subcommand("new", "A token, shown once, and the line for the access file");
    made.add_option("NAME", options->name, "The principal it is for")->required();
    made.add_flag("--json", options->json, "One JSON object: the token, and its entry in the access file");
    return [options] { return print_new(*options); };
}

} // namespace vesta::cli
