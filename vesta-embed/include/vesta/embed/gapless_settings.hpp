#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace vesta::embed {

/// generators.<name> of kind gapless.
struct gapless_settings {
    std::string store;             ///< Empty: a file of the state folder.
    std::vector<std::string> tags; ///< Empty: it has one series, and no tags.
    std::chrono::milliseconds keys{std::chrono::hours{24}};
    std::uint32_t most_keys = 1'000'000;
};

} // namespace vesta::embed
