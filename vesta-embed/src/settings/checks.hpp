#pragma once

#include <vesta/embed/settings.hpp>

#include <string>

namespace vesta::embed {

/// A setting that contradicts others: its path, and what is wrong.
struct misfit {
    std::string path;
    std::string what;
};

/// Errors: throws `misfit` unless @p holds.
inline void require(bool holds, const std::string& path, const std::string& what) {
    if (!holds) throw misfit{path, what};
}

/// Checks that a secret has one source at most. Errors: throws `misfit`.
inline void check_secret(const std::string& path, const std::string& file, const std::string& variable,
                         const std::string& what = "password") {
    require(file.empty() || variable.empty(), path, "gives both " + what + "-file and " + what + "-env; keep one");
}

/// Checks where machine IDs come from. Errors: throws `misfit`.
void check_machine_id(const settings& all);

/// Checks the outward form @p of of a generator @p all, at @p path. Errors: throws `misfit`.
void check_outward(const std::string& path, const generator_settings& all, const outward_settings& of);

/// Checks the layout @p of that follows the one of the generator @p name, at @p path: that the two can never make one
/// number, whatever nodes know of it. Errors: throws `misfit`.
void check_successor(const std::string& path, const std::string& name, const generator_settings& all,
                     const successor_settings& of);

/// Checks that no key is twice in outward forms, by its fingerprint. Errors: throws `misfit`.
void check_outward_keys_differ(const settings& all);

/// Checks what must hold between settings, beyond the bounds of each.
///
/// Errors: throws `misfit`.
void check(const settings& of);

} // namespace vesta::embed
