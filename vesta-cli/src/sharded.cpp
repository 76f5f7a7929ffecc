#include "command.hpp"

#include <vesta/embed/sharded.hpp>

#include <boost/json.hpp>

#include <iostream>
#include <memory>

namespace vesta::cli {
namespace {

struct init_options {
    std::int64_t app = 0;
    std::string name;
    std::string generator;
    bool json = false;
};

int init(const init_options& options, const common_options& common) {
    const auto settings = load(common);
    if (!settings) return report(settings.error());
    const auto made = embed::init_sharded(*settings, options.generator, options.app, options.name);
    if (!made) return report(made.error());
    if (options.json) {
        const boost::json::object told{
            {"app", options.app}, {"name", options.name}, {"made", *made}, {"present", shards_per_app - *made}};
        std::cout << boost::json::serialize(told) << '\n';
        return done;
    }
    std::cout << "app " << options.app << ": " << *made << " rows made, " << shards_per_app - *made
              << " were there already\n";
    return done;
}

} // namespace

runner add_sharded(CLI::App& program, const common_options& common) {
    auto options = std::make_shared<init_options>();
    auto& group = *program.add_subcommand("sharded", "The applications of sharded generators");
    group.require_subcommand(1);
    auto& command = *group.add_subcommand("init", "Make the 64 rows of an application in id_alloc");
    command.add_option("--app", options->app, "The application: 0 to 255")->required();
    command.add_option("--name", options->name, "Its name")->required();
    command.add_option("-g,--generator", options->generator,
                       "A sharded generator of the settings; else the first there is");
    command.add_flag("--json", options->json, "What was done as one JSON object");
    return [options, &common] { return init(*options, common); };
}

} // namespace vesta::cli
