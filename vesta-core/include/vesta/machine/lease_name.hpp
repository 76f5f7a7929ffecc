#pragma once

#include <vesta/base/number.hpp>
#include <vesta/machine/lease_table.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vesta {

/// Owners that may share a machine ID, each with a row of its own; their shares are 0 to 15.
inline constexpr std::uint32_t most_shares = 16;

/// The name of a row where rows are nodes or keys: 7, or 7.1 for another share than the first.
inline std::string lease_name(const lease_row& row) {
    return std::to_string(row.id.value) + (row.share == 0 ? "" : "." + std::to_string(row.share));
}

/// The row of that name, with machine ID and share alone; nothing for any other text.
inline std::optional<lease_row> lease_named(std::string_view name) {
    const auto id = take_canonical<std::uint32_t>(name);
    if (!id) return {};
    if (name.empty()) return lease_row{.id = {*id}};
    if (!name.starts_with('.')) return {};
    const auto share = read_canonical<std::uint32_t>(name.substr(1));
    if (!share || *share == 0 || *share >= most_shares) return {};
    return lease_row{.id = {*id}, .share = *share};
}

} // namespace vesta
