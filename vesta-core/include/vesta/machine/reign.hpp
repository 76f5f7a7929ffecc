#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vesta {

/// The name of a store's data between two times that it went back: <number>-<16 random digits>-<who holds it>. The
/// last is the store's own name for what answers, which is another one after some restorations: etcd's cluster ID, or
/// the uid of an object of Kubernetes.
struct reign {
    std::uint64_t number = 0; ///< One more than that of the reign that it ended.
    std::string holder;
    std::string text;

    /// Nothing for another text.
    static std::optional<reign> read(std::string_view text);
    /// One that begins now.
    static reign begin(std::uint64_t number, const std::string& holder);
};

} // namespace vesta
