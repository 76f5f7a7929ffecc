#pragma once

#include <vesta/id/text_form.hpp>
#include <vesta/time/instant.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace vesta::survey {

/// Where an ID stands: the line of a file, both counted from the front, lines from 1.
struct place {
    static constexpr std::uint32_t most_files = 1 << 16;
    static constexpr std::uint64_t most_lines = std::uint64_t{1} << 48;

    std::uint32_t file = 0;
    std::uint64_t line = 0;

    friend bool operator==(place, place) = default;
};

/// How IDs stand in a text: one a line.
struct list_format {
    /// The column of each line that has the ID, counted from 1. Commas, semicolons and tabs end a column; in a line
    /// without any, spaces do.
    std::size_t column = 1;
    /// The column that says when the ID was made; 0: none does. RFC 3339, in UTC if it names no offset; or seconds or
    /// milliseconds since 1970.
    std::size_t time_column = 0;
    std::optional<text_form> as; ///< None: whichever form a text has, as `parse_any_text`.
};

/// What to do with the lines of a list. Either may return an error, which ends the reading.
struct list_visitor {
    /// An ID, and when it was made if the list says so.
    std::function<result<void>(place, id, std::optional<unix_ms>)> read;
    /// A line without an ID, cut to 80 bytes. The first line of a file is taken for a heading, and is not reported.
    std::function<result<void>(place, std::string_view)> unreadable;
};

/// The ID that @p text is, in one form or in any; none if it is not one.
std::optional<id> read_id(std::string_view text, const std::optional<text_form>& as);

/// The instant that @p text is, as `list_format::time_column` says; none if it is not one.
std::optional<unix_ms> read_time(std::string_view text);

/// Reads all of @p descriptor, which stays open. Quotes around a text do not belong to it; empty lines are passed over.
///
/// A line may have 64 KiB; a longer one is unreadable. Uses 256 KiB.
/// Errors: `internal` if the system cannot read, with @p name; those of @p to.
result<void> read_list(int descriptor, const std::string& name, std::uint32_t file, const list_format& format,
                       const list_visitor& to);

} // namespace vesta::survey
