#pragma once

#include "command.hpp"

#include <vesta/id/layouts_in_turn.hpp>
#include <vesta/id/scheme.hpp>
#include <vesta/id/uuid.hpp>

#include <memory>
#include <optional>

namespace vesta::cli {

/// The layout for -g and --type, found without opening a generator.
struct named_layout {
    std::shared_ptr<const scheme> family;
    const layout* type = nullptr;      ///< Of --type, else the generator's own.
    std::uint64_t version = 0;         ///< The generator's.
    std::optional<machine_id> machine; ///< The generator's, if the settings list it.
    /// As `chosen_scheme::cores_of`.
    std::optional<uuid_kind> cores_of{};
    /// Whether the generator's IDs leave in outward form, which has no layout.
    bool outward = false;
    /// The layout above and its successor, where the generator has one and no type chooses between them.
    std::optional<layouts_in_turn> both{};
    std::shared_ptr<const scheme> next_family{}; ///< Owns the successor's.

    /// The layout of IDs of @p instant alone.
    named_layout at(unix_ms instant) const;
    /// Takes an ID apart.
    ///
    /// Errors: `invalid_argument`.
    result<explanation> explain(id value) const { return both ? both->explain(value) : family->explain(value); }
    /// The layout that @p told was read by.
    const layout& type_of(const explanation& told) const;
};

/// @p generator names one in the settings, or a preset; empty means `default`, or the preset vesta without a settings
/// file. @p type may be empty.
///
/// Errors: `not_found`, `invalid_argument`, those of the settings.
result<named_layout> find_any_layout(const common_options& common, const std::string& generator,
                                     const std::string& type);
/// As above. Errors: also `invalid_argument` for kinds whose IDs have 128 bits.
result<named_layout> find_layout(const common_options& common, const std::string& generator, const std::string& type);

} // namespace vesta::cli
