#pragma once

#include <vesta/machine/lease_table.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace vesta::zookeeper {

/// What a node of ours holds. docs/operating.md describes the text, line by line.
struct lease_record {
    std::string instance;
    std::string token; ///< empty: given back
    unix_ms mark{};
    std::chrono::milliseconds lease{0};
    std::chrono::milliseconds lead{0}; ///< 0: not told
    bool given = false;
    std::string reign{};    ///< During which it was written; empty in format 1.
    std::uint32_t made = 0; ///< The name of the node below that tells this one from others of its name; 0: none.
    mark_history history{};
};

/// What the node below is called: 8 hexadecimal digits.
std::string made_name(std::uint32_t made);

/// In format 2.
std::string write_lease(const lease_record& of);

/// Reads formats 1 (Vesta 0.1.0) and 2. Error: `state_unusable`, saying what is wrong with the text.
result<lease_record> read_lease(std::string_view text);

} // namespace vesta::zookeeper
