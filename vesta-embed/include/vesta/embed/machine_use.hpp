#pragma once

#include <vesta/id/field.hpp>
#include <vesta/id/pattern.hpp>
#include <vesta/time/instant.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::embed {

/// What one process generates with, as servers tell it each other. A value; it holds no secrets.
struct machine_use {
    std::string nonce; ///< Of the process: 32 hexadecimal digits, new at each start.
    unix_ms started{};
    std::vector<machine_id> machines; ///< Empty while they are waited for, and once they were given up.
    std::vector<id_pattern> patterns;

    /// Lines `name:value`, each ended by CR LF: `nonce`, `started` (unix ms), `machines` (numbers, separated by commas)
    /// and one `pattern` for each, as `id_pattern::text`. What `INFO machines` answers below its heading.
    std::string text() const;
    /// Reads what `text` writes; other lines are passed over, so that later versions may add some. Error:
    /// `invalid_argument`.
    static result<machine_use> parse(std::string_view text);

    /// Whether this process gives way where both have a machine ID: the one that started later, or, of two that started
    /// in one millisecond, the one with the larger nonce. Exactly one of two does.
    bool gives_way_to(const machine_use& other) const;
};

/// A nonce that no other process has.
std::string new_nonce();

/// What two different processes could both make from @p now on: the machine ID and the patterns, for an error text.
/// Nothing where there is no such number, or where it is one process.
std::optional<std::string> find_conflict(const machine_use& ours, const machine_use& theirs, unix_ms now);

} // namespace vesta::embed
