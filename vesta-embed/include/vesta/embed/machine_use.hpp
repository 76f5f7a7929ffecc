#pragma once

#include <vesta/id/field.hpp>
#include <vesta/id/pattern.hpp>
#include <vesta/time/instant.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::embed {

/// The machine IDs and patterns that one process uses, as servers tell them to each other. A value without secrets.
struct machine_use {
    std::string nonce; ///< Of the process: 32 hexadecimal digits, new at each start.
    unix_ms started{};
    std::vector<machine_id> machines; ///< Empty while the process waits for them, and after it gave them up.
    std::vector<id_pattern> patterns;

    /// Lines `name:value`, each ended by CR LF: `nonce`, `started` (unix ms), `machines` (numbers separated by commas),
    /// and a `pattern` for each, as `id_pattern::text`. `INFO machines` answers them below its heading.
    std::string text() const;
    /// Reads the lines of `text`. Ignores other lines, so that later versions may add some.
    ///
    /// Errors: `invalid_argument` for a bad value, and without a nonce.
    static result<machine_use> parse(std::string_view text);

    /// Whether this process gives way if both hold a machine ID: the one that started later, or, if both started in one
    /// millisecond, the one with the larger nonce. Exactly one of two does.
    bool gives_way_to(const machine_use& other) const;
};

/// 32 random hexadecimal digits.
std::string new_nonce();

/// The machine ID and the patterns from which two processes could make the same number from @p now on, for an error
/// text. Nothing if there is no such number, or both are one process.
std::optional<std::string> find_conflict(const machine_use& ours, const machine_use& theirs, unix_ms now);

} // namespace vesta::embed
