#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace vesta::embed {

/// generators.<name>.outward.keys.<identifier>.
struct outward_key_settings {
    std::string key_file;
    std::string key_env;
    std::string fingerprint; ///< Of the key, so that no node uses another one.
};

/// generators.<name>.outward: its IDs leave in outward form (`outward_form`).
struct outward_settings {
    std::uint32_t key = 0;             ///< The identifier of the key of new IDs.
    std::optional<std::uint32_t> bits; ///< Absent: what the kind's IDs have, of kind segment 48.
    std::map<std::string, outward_key_settings> keys;
};

} // namespace vesta::embed
