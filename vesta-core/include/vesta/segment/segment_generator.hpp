#pragma once

#include <vesta/segment/refill_policy.hpp>
#include <vesta/segment/segment_store.hpp>
#include <vesta/segment/table_reading.hpp>
#include <vesta/segment/tag_memory.hpp>
#include <vesta/source/id_source.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vesta {

/// In which order the numbers of a tag are given out within one process.
enum class number_order : std::uint8_t {
    lanes, ///< Each thread sees increasing numbers; threads do not slow each other down.
    strict ///< Each number is greater than every number whose call returned before this call began, in any thread.
};

/// What a segment generator is made of.
struct segment_options {
    number_order order = number_order::lanes;
    refill_kind refill = refill_kind::demand;
    /// How long a store may be away before a call fails, at the rate of the minute before.
    std::chrono::milliseconds look_ahead = std::chrono::minutes{15};
    /// The most that is reserved at a time, where a row's step is not larger. 1 to `widest_segment`.
    std::uint64_t largest_reservation = 1'000'000'000;
    /// The step of a row that is made for a tag without one; absent: such a tag is refused as `not_found`.
    std::optional<std::int64_t> auto_create{};
    /// How often the table is read, to find new, changed and removed tags.
    std::chrono::milliseconds refresh_every = std::chrono::minutes{1};
    /// Threads that reserve; each may wait for the store. 1 to 64.
    unsigned refill_threads = 4;
    /// Tags in memory, at most: names that nobody has a row for count too, for as long as the generator lives.
    std::size_t most_tags = 1'000'000;
    /// Remembers across restarts up to where each tag was given out here; null: nothing does. A row that lies below is
    /// refused.
    std::shared_ptr<tag_memory> memory{};
};

/// What became of numbers: reserved == served + held + given_back + dropped, once no call is under way.
struct segment_counts {
    std::uint64_t reserved = 0;
    std::uint64_t served = 0;
    std::uint64_t held = 0;       ///< Reserved, and to be served yet.
    std::uint64_t given_back = 0; ///< Returned to the store at a clean stop.
    std::uint64_t dropped = 0;    ///< Reserved, and never to be served by anybody.
    std::uint64_t refills = 0;    ///< Reservations that succeeded.
    std::uint64_t failures = 0;   ///< Reservations that failed.
    std::uint64_t waits = 0;      ///< Attempts that found no numbers, and were told to wait.

    segment_counts& operator+=(const segment_counts& other) noexcept;
};

/// A range that a tag holds: `value` is the next number it will give, `max` its end (exclusive).
struct held_segment {
    std::int64_t value = 0;
    std::int64_t max = 0;
};

/// One tag's state, for monitoring pages.
struct tag_status {
    std::string tag;
    row_number row{};
    bool loaded = false; ///< Whether numbers were ever reserved for it.
    bool present = true; ///< Whether the table has a row for it, as far as is known.
    bool exhausted = false;
    std::int64_t step = 0; ///< The row's.
    std::optional<held_segment> current;
    std::optional<held_segment> next;
    segment_counts counts;
    std::optional<error> trouble; ///< Why the last reservation failed.
};

/// A segment generator's state, summed over its tags.
struct segment_status {
    bool ready = false;           ///< The store has answered: the table was read, or a reservation was made or refused.
    std::optional<error> trouble; ///< Why the last reading of the table, or the last reservation, failed.
    std::size_t tags = 0;         ///< With a row, as far as is known.
    segment_counts counts;
    std::chrono::nanoseconds latency{0}; ///< What a reservation takes, of late.
    std::chrono::nanoseconds refresh_took{0};
};

/// Numbers per tag, reserved in ranges from a store and served from memory. Leaf's segment mode: the same table and
/// arithmetic, so that both can use a live table together. Nothing but `close` waits for the store.
///
/// Order: see `number_order`. Between processes numbers are unique, not ordered: each serves from a range of its own.
///
/// Safe to use from any thread. In a forked child every call is refused as `forked`.
class segment_generator {
  public:
    /// Starts the threads, and the first reading of the table. Throws `failure` (`invalid_settings`) for options out of
    /// range.
    segment_generator(std::shared_ptr<segment_store> store, const segment_options& options);
    segment_generator(const segment_generator&) = delete;
    segment_generator& operator=(const segment_generator&) = delete;
    /// Stops the threads, waiting for store calls under way, and leaves the rows as they are, as a crash would: call
    /// `close()` first to give back what was not used.
    ~segment_generator();

    /// The numbers of @p tag; lives as long as the generator. A tag that is not known yet is looked up by the first
    /// attempt to get a number. Errors: `invalid_argument` (see `check_tag`), `not_found` for a tag that the table did
    /// not have a moment ago, `exhausted` for more than `most_tags`, `closed`, `forked`. @p row is what the store knows
    /// it by, where it has numbers for its rows.
    result<id_source*> tag(std::string_view tag, row_number row = {});

    /// Has the table read now, off the calling thread, so that tags that are new, changed or removed are known.
    void refresh() noexcept;

    segment_status status() const;
    std::vector<tag_status> tags() const;
    /// The states of those tags whose names come after @p name, in the order of the names' bytes, and no more than
    /// @p most: a part of `tags` that takes no longer where there are many.
    std::vector<tag_status> tags_after(std::string_view name, std::size_t most) const;

    /// Has the table read now, off the calling thread, and the rows kept for who asked, in the order of their names'
    /// bytes. The errors of `segment_store::list`, and `closed`, are in the reading. Those who ask at one time share
    /// one reading.
    std::shared_ptr<const table_reading> read_table();

    /// Ends it: later calls are refused as `closed`, and unused numbers are given back where the row allows it. Blocks
    /// for @p patience at most, and a store call more. Only the first call does anything.
    void close(std::chrono::milliseconds patience = std::chrono::seconds{10});

  private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace vesta
