#pragma once

#include <vesta/machine/lease_table.hpp>

#include <string>
#include <string_view>

namespace vesta::zookeeper {

/// What a node of ours holds. docs/operating.md describes the text, line by line.
struct lease_record {
    std::string instance;
    std::string token; ///< empty: given back
    unix_ms mark{};
    std::chrono::milliseconds lease{0};
};

std::string write_lease(const lease_record& of);

/// Error: `state_unusable`, saying what is wrong with the text.
result<lease_record> read_lease(std::string_view text);

} // namespace vesta::zookeeper
