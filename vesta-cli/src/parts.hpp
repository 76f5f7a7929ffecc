#pragma once

#include "command.hpp"

#include <vesta/id/scheme.hpp>

#include <memory>
#include <optional>

namespace vesta::cli {

/// The layout that -g and --type mean, found without opening anything.
struct named_layout {
    std::shared_ptr<const scheme> family;
    const layout* type = nullptr;         ///< of --type, else the generator's own
    std::optional<std::uint32_t> machine; ///< the generator's, where the settings say it
};

/// @p generator is one of the settings, or a preset's name; empty is `default`, or the preset vesta where there is no
/// settings file. @p type may be empty. Errors: `not_found`, `invalid_argument`, those of the settings.
result<named_layout> find_layout(const common_options& common, const std::string& generator, const std::string& type);

} // namespace vesta::cli
