#pragma once

#include <vesta/catalogue/named_generator.hpp>
#include <vesta/embed/settings.hpp>
#include <vesta/time/clock.hpp>

#include <memory>
#include <string>

namespace vesta::embed {

/// @p of as @p name's settings have it: in outward form, or as it is. Error: `invalid_settings`. @p clock outlives it.
result<std::shared_ptr<named_generator>> in_outward_form(const std::string& name, const generator_settings& as,
                                                         std::shared_ptr<named_generator> of, const wall_clock& clock);

/// Checks the keys of all outward forms, and that they take IDs of now. Error: `invalid_settings`.
result<void> check_outward_forms(const settings& from, const wall_clock& clock);

} // namespace vesta::embed
