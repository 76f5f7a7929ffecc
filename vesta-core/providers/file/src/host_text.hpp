#pragma once

#include <vesta/file/host_register.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace vesta::file {

/// What an entry of the register says.
struct owner_record {
    std::string space;
    machine_id machine;
    std::int64_t process = 0;
    std::string folder;
    std::string boot;
    unix_ms from{};                   ///< Since when IDs are made.
    std::vector<id_pattern> patterns; ///< Of what.
    unix_ms mark{};                   ///< IDs below it may be used.
};

/// The bytes of an entry. The mark is the last line, of one length whatever it says, and no part of the checksum: it is
/// overwritten in place.
std::string write_owner(const owner_record& owner);

/// Reads exactly what `write_owner` writes. Error: `state_unusable`.
result<owner_record> read_owner(std::string_view whole);

/// The last line of an entry.
std::string mark_line(unix_ms mark);

/// Whether @p text is an entry of another version's.
bool is_of_another_version(std::string_view text);

} // namespace vesta::file
