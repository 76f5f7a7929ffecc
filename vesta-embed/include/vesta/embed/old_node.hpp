#pragma once

#include <chrono>
#include <string>

namespace vesta::embed {

/// One node of a program that this one succeeds, and what is known of it beyond that program's settings.
struct old_node {
    std::string place{}; ///< ip:port of a Leaf, the IP of a Vesta; empty: not said, so that settings leave it open.
    std::string store{}; ///< The database of TinyId that its successor uses; empty: the first.
    std::chrono::milliseconds margin{0}; ///< machine-id.takeover-margin for Vesta's; 0: the usual one.
};

} // namespace vesta::embed
