#include "command.hpp"

#include <vesta/embed/instance.hpp>

#include <iostream>

namespace vesta::cli {

runner add_check(CLI::App& program, const common_options& common) {
    program.add_subcommand("check", "Validate the settings and print the effective ones");
    return [&common] {
        auto settings = load(common);
        if (!settings) return report(settings.reason());
        if (auto planned = embed::check_generators(*settings); !planned) return report(planned.reason());
        std::cout << embed::to_yaml(*settings);
        return int{done};
    };
}

} // namespace vesta::cli
