#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vesta::etcd {

/// The name of a cluster's data between two times that it went back: <number>-<16 random digits>-<cluster ID>.
struct reign {
    std::uint64_t number = 0; ///< One more than that of the reign that it ended.
    std::string cluster;
    std::string text;

    /// Nothing for another text.
    static std::optional<reign> read(std::string_view text);
    /// One that begins now.
    static reign begin(std::uint64_t number, const std::string& cluster);
};

} // namespace vesta::etcd
