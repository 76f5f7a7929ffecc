#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/id/layouts_in_turn.hpp>
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

/// The schemes of a generator whose layout has a successor.
///
/// Lifetime: `both` refers to the schemes of the others.
struct chosen_succession {
    chosen_scheme first;
    chosen_scheme second;
    layouts_in_turn both;
};

/// Those of the time-based generator @p name; nothing without `then`. Its layout of kind custom may begin with its
/// instant, and is called NAME.then.
///
/// Errors: as `choose_scheme`.
result<std::optional<chosen_succession>> choose_succession(const std::string& name, const generator_settings& of);

/// The settings of a generator that has the successor of @p of for its layout, and the rest as it is.
generator_settings with_successor(const generator_settings& of);

} // namespace vesta::embed
