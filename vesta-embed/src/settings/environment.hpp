#pragma once

#include <vesta/embed/settings.hpp>

#include <string>

namespace vesta::embed {

/// The value of an environment variable; empty where it is not set.
std::string environment(const char* name);

/// VESTA_MACHINE_ID and VESTA_INSTANCE, over what the file says. Throws `failure`.
void apply_environment(settings& into);

} // namespace vesta::embed
