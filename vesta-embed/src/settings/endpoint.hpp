#pragma once

#include <vesta/host/address.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vesta::embed {

/// An address, or a port of one.
struct endpoint {
    host::address at;
    std::optional<std::uint16_t> port;

    /// Equal endpoints have equal texts: 10.0.0.11, 10.0.0.11:8080, [fd00::1]:8080.
    std::string text() const;
};

/// Reads 10.0.0.11, 10.0.0.11:8080, fd00::1 and [fd00::1]:8080. Nothing for any other text.
std::optional<endpoint> parse_endpoint(std::string_view text);

} // namespace vesta::embed
