#pragma once

#include <vesta/embed/settings.hpp>

#include <string>

namespace vesta::embed {

/// The value of an environment variable; empty if it is not set.
std::string environment(const char* name);

/// Applies VESTA_MACHINE_ID and VESTA_INSTANCE, which override the file.
///
/// Errors: throws `failure`.
void apply_environment(settings& into);

} // namespace vesta::embed
