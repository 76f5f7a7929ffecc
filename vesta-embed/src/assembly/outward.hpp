#pragma once

#include <vesta/catalogue/named_generator.hpp>
#include <vesta/embed/settings.hpp>

#include <memory>
#include <string>

namespace vesta::embed {

/// @p of as @p name's settings have it: in outward form, or as it is. Error: `invalid_settings`.
result<std::shared_ptr<named_generator>> in_outward_form(const std::string& name, const generator_settings& as,
                                                         std::shared_ptr<named_generator> of);

/// Checks the keys of all outward forms. Error: `invalid_settings`.
result<void> check_outward_keys(const settings& from);

} // namespace vesta::embed
