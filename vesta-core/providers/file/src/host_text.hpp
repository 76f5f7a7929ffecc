#pragma once

#include <vesta/file/host_register.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace vesta::file {

/// An entry of the register.
struct owner_record {
    std::string space;
    machine_id machine;
    std::int64_t process = 0;
    std::string folder;
    std::string boot;
    unix_ms from{};                   ///< IDs are made since then.
    std::vector<id_pattern> patterns; ///< Of what.
    unix_ms mark{};                   ///< IDs below it may be used.
};

/// The bytes of an entry. The mark is the last line; it has a fixed length and is no part of the checksum, since it is
/// overwritten in place.
std::string write_owner(const owner_record& owner);

/// Reads exactly what `write_owner` writes.
///
/// Errors: `state_unusable`.
result<owner_record> read_owner(std::string_view whole);

/// The last line of an entry.
std::string mark_line(unix_ms mark);

/// Whether @p text is an entry of another version.
bool is_of_another_version(std::string_view text);

} // namespace vesta::file
