#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/segment/formatted_numbers.hpp>
#include <vesta/segment/segment_store.hpp>
#include <vesta/time/clock.hpp>
#include <vesta/time/instant.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Tools to show and change the tags of the segment generators of settings, without serving from them.
///
/// Errors of every function: `not_found` for an unknown generator or where there is none of kind segment,
/// `invalid_argument` for one of another kind, `invalid_settings`, and those of the store. Every function blocks on it.
namespace vesta::embed {

/// How fast a tag's numbers are reserved.
struct tag_rate {
    double per_day = 0; ///< At least 0.
    unix_ms since{};    ///< The earlier look at the table that this is measured from.
};

/// A row of a segment generator's table.
struct tag_entry {
    std::string generator;
    std::string where; ///< The table: "leaf_alloc (stores.main)".
    tag_row row;
    std::optional<tag_rate> rate; ///< Absent at the first look from this state folder.
};

/// What was found, and what an operator should know of it.
struct tag_list {
    std::vector<tag_entry> tags; ///< By generator, in byte order of their names.
    std::string doubt;           ///< Why the next look will know no rates; empty: it will.
};

/// The rows of @p generator's table, or of every segment generator's where it is empty. Remembers them in the state
/// folder (docs/state.md), so that the next look knows how fast each tag is used: over the last day or two, where there
/// were looks.
result<tag_list> list_tags(const settings& from, std::string_view generator,
                           const wall_clock& clock = system_wall_clock());

/// Makes the row of a tag, as `segment_generator::create`. An empty @p generator is the only segment generator.
///
/// Errors: also `invalid_argument` where there are several of them, and those of `segment_generator::create`.
result<void> create_tag(const settings& from, std::string_view generator, std::string_view tag, std::int64_t step);

/// Raises the limit of a tag, as `segment_generator::raise`; otherwise as `create_tag`.
result<void> raise_tag(const settings& from, std::string_view generator, std::string_view tag, std::int64_t limit);

/// What the next formatted number of a tag would be, as `formatted_numbers::preview` tells a process that holds none.
///
/// Errors: also those of `formatted_numbers::preview`.
result<number_preview> preview_tag(const settings& from, std::string_view generator, std::string_view tag);

/// Takes a formatted number apart, as `formatted_numbers::read`. Opens no store.
result<number_reading> read_formatted(const settings& from, std::string_view generator, std::string_view tag,
                                      std::string_view text);

/// "; did you mean 'order'?" for a tag that @p generator's table lacks, and that may be a slip of one that it has.
/// Empty where there is none, or the table cannot be read.
std::string tag_meant_by(std::string_view tag, const settings& from, std::string_view generator);

} // namespace vesta::embed
