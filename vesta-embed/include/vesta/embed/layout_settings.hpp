#pragma once

#include <vesta/id/layout.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::embed {

/// What keys of settings call @p which: gen-method, and the others as they are.
inline std::string_view key_of(field which) noexcept {
    return which == field::gen_method ? "gen-method" : name(which);
}

/// generators.<name>.layout, for kind custom: bits per field, 0 to 63, and the meaning of the time field.
struct custom_layout_settings {
    std::uint32_t version = 0, type = 0, gen_method = 0, time = 0, seq = 0, machine = 0;
    time_unit unit = time_unit::millisecond;
    std::uint64_t epoch_ms = 0;
    /// As `key_of`, from the most significant; empty: version type gen-method time seq machine.
    std::vector<std::string> order;
};

/// generators.<name>.then: the layout that follows at an instant; docs/succession.md.
struct successor_settings {
    unix_ms at{};     ///< The unix epoch: not given.
    std::string kind; ///< A preset, or custom.
    std::string type; ///< Empty: the kind's default.
    std::uint32_t version = 0;
    std::optional<std::uint32_t> gen_method; ///< Absent: as before.
    std::optional<custom_layout_settings> layout;
};

} // namespace vesta::embed
