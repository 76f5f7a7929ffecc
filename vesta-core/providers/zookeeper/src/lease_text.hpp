#pragma once

#include <vesta/machine/lease_table.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace vesta::zookeeper {

/// The content of a node of ours. docs/operating.md describes the text line by line.
struct lease_record {
    std::string instance;
    std::string token; ///< empty: given back
    unix_ms mark{};
    std::chrono::milliseconds lease{0};
    std::chrono::milliseconds lead{0}; ///< 0: not told
    bool given = false;
    std::string reign{};    ///< The reign in which it was written; empty in format 1.
    std::uint32_t made = 0; ///< The name of the node below, which tells this node from others of its path; 0: none.
    mark_history history{};
};

/// The name of the node below: 8 hexadecimal digits.
std::string made_name(std::uint32_t made);

/// Writes format 2.
std::string write_lease(const lease_record& of);

/// Reads formats 1 (version 0.1.0) and 2.
///
/// Errors: `state_unusable`, saying what is wrong with the text.
result<lease_record> read_lease(std::string_view text);

} // namespace vesta::zookeeper
