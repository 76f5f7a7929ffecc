#pragma once

#include <vesta/embed/settings.hpp>

#include <string>

namespace vesta::embed {

/// A setting that does not go with the others: where it is, and what is wrong.
struct misfit {
    std::string path;
    std::string what;
};

/// What must hold between settings, beyond each one's own bounds. Throws `misfit`.
void check(const settings& of);

} // namespace vesta::embed
