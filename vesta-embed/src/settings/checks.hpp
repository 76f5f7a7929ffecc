#pragma once

#include <vesta/embed/settings.hpp>

#include <string>

namespace vesta::embed {

/// A setting that contradicts others: its path, and what is wrong.
struct misfit {
    std::string path;
    std::string what;
};

/// Checks what must hold between settings, beyond the bounds of each.
///
/// Errors: throws `misfit`.
void check(const settings& of);

} // namespace vesta::embed
