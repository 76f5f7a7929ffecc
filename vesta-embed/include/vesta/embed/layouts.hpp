#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/id/scheme.hpp>
#include <vesta/id/uuid.hpp>

#include <memory>
#include <optional>

namespace vesta::embed {

/// A scheme, and the type of it that one generator makes.
///
/// Lifetime: a custom scheme lives as long as `family`; a preset always.
struct chosen_scheme {
    std::shared_ptr<const scheme> family;
    const layout* type = nullptr;
    /// The IDs of which these are only the cores.
    std::optional<uuid_kind> cores_of{};
};

/// The scheme of the time-based generator @p name.
///
/// Errors: `invalid_settings`, naming the key; `invalid_argument` for a generator that counts.
result<chosen_scheme> choose_scheme(const std::string& name, const generator_settings& of);

} // namespace vesta::embed
