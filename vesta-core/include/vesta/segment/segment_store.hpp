#pragma once

#include <vesta/base/result.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace vesta {

/// The largest number a segment can give: the end of a range (exclusive) must fit a signed 64-bit column as well.
inline constexpr std::int64_t largest_number = std::numeric_limits<std::int64_t>::max() - 1;

/// The most that is reserved at a time, whatever a row's step says.
inline constexpr std::uint64_t widest_segment = std::uint64_t{1} << 35;

/// By what a store knows a row whose name is made for people only, such as a shard's; 0 where it goes by the tag's
/// name.
enum class row_number : std::uint32_t {};

/// The row of one tag: everything below `max_id` has been reserved by somebody. Leaf's `leaf_alloc`, with optional
/// columns for what Leaf has not (docs/segments.md).
struct tag_row {
    std::string tag;
    std::int64_t max_id = 1;
    /// The least that is reserved at a time.
    std::int64_t step = 1000;
    /// The largest number the tag may give; then it is exhausted.
    std::int64_t limit = largest_number;
    /// Of several masters each gives the numbers n with n % delta == remainder, as TinyId does it.
    std::uint32_t delta = 1;
    std::uint32_t remainder = 0;
    /// When the row was last written, in the store's own words; may be empty.
    std::string updated;
    row_number row{};
};

/// What a row says of its numbers beside max_id.
struct tag_facts {
    std::int64_t step = 0; ///< 0: not known
    std::uint32_t delta = 1;
    std::uint32_t remainder = 0;

    friend bool operator==(const tag_facts&, const tag_facts&) = default;
};

/// What is wanted of a store.
struct segment_request {
    std::string_view tag;
    /// The least width of the range; where the row's step is larger, that counts. At most `widest_segment`.
    std::uint64_t width = 0;
    /// The row must not be below this: the end of what was reserved before. A row that went back, because a fail-over
    /// or a restored dump lost writes, would give numbers out twice.
    std::int64_t not_below = 0;
    /// What the row said the last time. A store that finds it so need not read the row before it writes it.
    tag_facts known{};
    row_number row{};
};

/// The numbers [first, end) of a tag, which belong to whoever reserved them, and what the row said beside.
struct segment {
    std::int64_t first = 0;
    std::int64_t end = 0;
    tag_facts facts{.step = 1};
    /// Which of several stores it is from.
    std::uint32_t origin = 0;
    row_number row{};
};

/// Where ranges of numbers are reserved. A port; each implementation passes tests/conformance/segment. Every call may
/// block on the store, and says `store_unavailable` when that does not answer in time. Safe to use from any thread.
class segment_store {
  public:
    virtual ~segment_store() = default;

    /// All rows, in no particular order. Errors: `store_unavailable`, `state_unusable`, `invalid_settings`.
    virtual result<std::vector<tag_row>> list() = 0;

    /// Reserves [max_id, max_id + width) and moves max_id to its end, durably and in one step, less where the limit is
    /// near. On an error nobody knows whether the range was reserved; it is lost then, and nobody gets it.
    /// Errors: `not_found` for a tag without a row, `exhausted` at the limit, `state_unusable` for a row that holds
    /// nonsense or went back, `in_use` where another transaction keeps the row locked for too long; those of `list`.
    virtual result<segment> reserve(const segment_request& request) = 0;

    /// Gives back [from, of.end): true where nobody has reserved a number of the tag since, else the numbers are lost.
    virtual result<bool> give_back(std::string_view tag, const segment& of, std::int64_t from) = 0;

    /// Makes the row of @p tag with max_id 1 where there is none. Errors: `in_use` as above, those of `list`.
    virtual result<void> create(std::string_view tag, std::int64_t step) = 0;
};

/// Whether a tag can be in the table: 1 to 128 characters of valid UTF-8, none of them a control character. Error:
/// `invalid_argument`.
result<void> check_tag(std::string_view tag);

/// What every store does with a row and a request: the range, or why there is none. `tag` is not looked at.
result<segment> next_segment(const tag_row& row, const segment_request& request);

} // namespace vesta
