#pragma once

#include <vesta/base/result.hpp>
#include <vesta/file/disk.hpp>
#include <vesta/id/field.hpp>
#include <vesta/machine/mark_history.hpp>
#include <vesta/time/instant.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vesta::file {

/// The latest mark possible: no layout lasts beyond the year 9999, the last that calendar texts can write.
inline constexpr unix_ms latest_mark{std::chrono::sys_days{std::chrono::year{10000} / 1 / 1}};

/// The content of a mark file.
struct mark_record {
    machine_id machine;
    std::string method; ///< "embedded", "rpc", "rest", "reserved", or "any" for layouts without a genMethod
    unix_ms mark{};
    std::uint64_t number = 0;     ///< Its place in the series; 0: format 1, which has none of the members below.
    std::string owner{};          ///< The writer: 32 hexadecimal digits, new with every acquisition.
    std::int64_t process = 0;     ///< The owner's process ID.
    std::optional<place> where{}; ///< Nothing: any place.
    std::optional<clock_reading> clock{}; ///< When it was written.
    mark_history history{};               ///< Which IDs lie below the mark.

    friend bool operator==(const mark_record&, const mark_record&) = default;
};

/// The file's bytes. docs/state.md is the specification.
std::string write_mark(const mark_record& record);

/// Reads exactly the texts that `write_mark` writes.
///
/// Errors: `state_unusable`, saying what is wrong.
result<mark_record> read_mark(std::string_view whole);

/// The content of the file where version 0.1 looks for its mark, so that it refuses to start beside newer ones.
extern const std::string_view fence_text;

} // namespace vesta::file
