#pragma once

#include <vesta/base/result.hpp>
#include <vesta/segment/origin_ends.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vesta {

/// The largest number of a segment: the exclusive end of a range must fit a signed 64-bit column as well.
inline constexpr std::int64_t largest_number = std::numeric_limits<std::int64_t>::max() - 1;

/// The largest reservation, whatever a row's step says.
inline constexpr std::uint64_t widest_segment = std::uint64_t{1} << 35;

/// The number of a row in a store whose row names are for people only, as a shard's are; 0 in a store that goes by tag
/// names.
enum class row_number : std::uint32_t {};

/// The row of one tag; everything below `max_id` is reserved. Leaf's `leaf_alloc`, with optional columns that Leaf
/// lacks (docs/segments.md).
struct tag_row {
    std::string tag;
    std::int64_t max_id = 1;
    /// The smallest reservation.
    std::int64_t step = 1000;
    /// The largest number of the tag; then it is exhausted.
    std::int64_t limit = largest_number;
    /// With several masters, each hands out the numbers n with n % delta == remainder, as in TinyId.
    std::uint32_t delta = 1;
    std::uint32_t remainder = 0;
    /// When the row was last written, in the store's own words; may be empty.
    std::string updated;
    row_number row{};
};

/// The facts about a tag's numbers in its row, other than max_id.
struct tag_facts {
    std::int64_t step = 0; ///< 0: unknown.
    std::uint32_t delta = 1;
    std::uint32_t remainder = 0;

    friend bool operator==(const tag_facts&, const tag_facts&) = default;
};

/// A request for numbers to a store.
struct segment_request {
    std::string_view tag;
    /// The least width of the range, at most `widest_segment`; the row's step counts if it is larger.
    std::uint64_t width = 0;
    /// The part of the width that a caller waits for in one piece; the rest is a reserve. A store that narrows requests
    /// leaves this much.
    std::uint64_t needed = 0;
    /// The end of earlier reservations, by store. A row below it went back, because a fail-over or a restored dump lost
    /// writes, and would hand out numbers twice.
    origin_ends not_below{};
    /// The facts that the row had last. A store that finds them unchanged need not read the row before it writes it.
    tag_facts known{};
    row_number row{};
};

/// The numbers [first, end) of a tag, which belong to the caller that reserved them, and the facts of the row.
struct segment {
    std::int64_t first = 0;
    std::int64_t end = 0;
    tag_facts facts{.step = 1};
    /// The store that it is from, if there are several: less than `segment_store::origins`.
    std::uint32_t origin = 0;
    row_number row{};
};

/// A store from which ranges of numbers are reserved. A port; every implementation passes tests/conformance/segment.
///
/// Errors of every function: `store_unavailable` if the store does not answer in time, `state_unusable`,
/// `invalid_settings`.
/// Thread-safety: implementations are safe. Every function may block.
class segment_store {
  public:
    virtual ~segment_store() = default;

    /// How many stores its ranges may be from, 1 to `most_origins`; it never changes.
    virtual std::uint32_t origins() const noexcept { return 1; }

    /// Why one of them is left alone while others serve; never blocks.
    virtual std::optional<error> trouble() const { return std::nullopt; }

    /// All rows, in any order.
    virtual result<std::vector<tag_row>> list() = 0;

    /// Reserves [max_id, max_id + width) and moves max_id to its end, durably and atomically. Near the limit
    /// the range may be shorter. After an error the range may be reserved; then it is lost.
    ///
    /// Errors: also `not_found` for a tag without a row, `exhausted` at the limit, `state_unusable` for a row that
    /// holds nonsense or went back, `in_use` if another transaction locks the row for too long.
    virtual result<segment> reserve(const segment_request& request) = 0;

    /// Gives back [from, of.end). False if a later number of the tag is reserved already; then they are lost.
    virtual result<bool> give_back(std::string_view tag, const segment& of, std::int64_t from) = 0;

    /// Makes the row of @p tag with max_id 1 if there is none. False if there is one already, also one of another name
    /// that the table takes for the same, as a collation may.
    ///
    /// Errors: also `in_use`, as `reserve`. After an error the row may be made.
    virtual result<bool> create(std::string_view tag, std::int64_t step) = 0;

    /// Raises the limit of @p tag to @p limit. False if there is no such row, or it has no limit or one as high, or its
    /// max_id is beyond @p limit, so that it would have no numbers all the same.
    ///
    /// Errors: also `invalid_argument` for a store without limits.
    virtual result<bool> raise(std::string_view tag, std::int64_t limit);
};

/// Checks that a tag can be in the table: 1 to 128 characters of valid UTF-8, none of them a control character.
///
/// Errors: `invalid_argument`.
result<void> check_tag(std::string_view tag);

/// The arithmetic that every store shares: the range for a row and a request, or why there is none. Ignores `tag`.
result<segment> next_segment(const tag_row& row, const segment_request& request);

} // namespace vesta
