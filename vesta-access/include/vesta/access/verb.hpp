#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace vesta::access {

/// What a client may do. docs/security.md lists the paths and commands of each.
enum class verb : std::uint8_t {
    take,    ///< IDs and numbers.
    range,   ///< Ranges of IDs, which the client hands out itself.
    make,    ///< IDs from given fields.
    explain, ///< IDs taken apart; times of IDs.
    observe, ///< Metrics, INFO, lists of generators, tags and machine IDs, pages.
    admin,   ///< Changes: other clients' connections, tags, machine IDs.
    health,  ///< Whether the server is alive and ready.
};

inline constexpr std::array<std::string_view, 7> verb_names{"take",    "range", "make",  "explain",
                                                            "observe", "admin", "health"};

constexpr std::string_view name(verb of) noexcept {
    return verb_names[static_cast<std::size_t>(of)];
}

/// Whether rules of this verb name a generator.
constexpr bool has_target(verb of) noexcept {
    return of <= verb::explain;
}

/// Whether it is read-only: it changes nothing and takes no ID.
constexpr bool only_looks(verb of) noexcept {
    return of == verb::observe || of == verb::health;
}

/// The verb with this name.
constexpr std::optional<verb> find_verb(std::string_view named) noexcept {
    for (std::size_t i = 0; i < verb_names.size(); ++i)
        if (verb_names[i] == named) return static_cast<verb>(i);
    return std::nullopt;
}

} // namespace vesta::access
