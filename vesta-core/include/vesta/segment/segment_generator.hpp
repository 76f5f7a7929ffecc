#pragma once

#include <vesta/segment/refill_policy.hpp>
#include <vesta/segment/segment_store.hpp>
#include <vesta/segment/table_reading.hpp>
#include <vesta/segment/tag_budget.hpp>
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

/// The order in which a tag's numbers, or a generator's IDs, are handed out within one process.
enum class number_order : std::uint8_t {
    lanes, ///< Each thread sees increasing numbers; threads do not slow each other down.
    strict ///< Each number is greater than every number whose call returned before this call began, in any thread.
};

/// Names without a row that a segment generator remembers. Each is looked up by itself.
inline constexpr std::size_t most_strangers = 1024;

/// The parts and limits of a segment generator.
struct segment_options {
    number_order order = number_order::lanes;
    refill_kind refill = refill_kind::demand;
    /// How long a store may be unavailable before a call fails, at the rate of the minute before. 0 to 24 h.
    std::chrono::milliseconds look_ahead = std::chrono::minutes{15};
    /// The largest reservation, unless a row's step is larger. 1 to `widest_segment`.
    std::uint64_t largest_reservation = 1'000'000'000;
    /// The step of a row made for a tag without one, 1 to 2147483647; absent: such a tag is `not_found`.
    std::optional<std::int64_t> auto_create{};
    /// How often the table is read to find new, changed and removed tags. 10 ms to 24 h.
    std::chrono::milliseconds refresh_every = std::chrono::minutes{1};
    /// Threads that reserve, each of which may wait for the store. 1 to 64.
    unsigned refill_threads = 4;
    /// The limit of tags in memory, at least 1.
    std::size_t most_tags = 1'000'000;
    /// Counts the memory of tags, and limits that of tags made by `auto_create`; null: nothing does.
    std::shared_ptr<tag_budget> budget{};
    /// With `auto_create`: names that may become tags in a second, at least 1. Names that never had a row are otherwise
    /// kept up to `most_strangers`; beyond, a name is looked for in a reading of the whole table.
    std::size_t most_created = 1'000'000'000;
    /// Remembers across restarts up to which number each tag was used here; null: nothing does. A row below is refused.
    std::shared_ptr<tag_memory> memory{};
};

/// The fate of numbers: reserved == served + held + given_back + dropped, while no call is under way.
struct segment_counts {
    std::uint64_t reserved = 0;
    std::uint64_t served = 0;
    std::uint64_t held = 0;       ///< Reserved, not served yet.
    std::uint64_t given_back = 0; ///< Returned to the store at a clean stop.
    std::uint64_t dropped = 0;    ///< Reserved, and never served by any process.
    std::uint64_t refills = 0;    ///< Reservations that succeeded.
    std::uint64_t failures = 0;   ///< Reservations that failed.
    std::uint64_t waits = 0;      ///< Attempts that found no numbers and were told to wait.

    segment_counts& operator+=(const segment_counts& other) noexcept;
};

/// What is left of a range that a tag holds: from the next number to before its end.
struct held_segment {
    std::int64_t first = 0;
    std::int64_t end = 0;
};

/// The state of one tag, for monitoring pages.
struct tag_status {
    std::string tag;
    row_number row{};
    bool loaded = false; ///< Whether numbers were ever reserved for it.
    bool present = true; ///< Whether the table has a row for it, as far as is known.
    bool exhausted = false;
    std::int64_t step = 0;  ///< The row's.
    std::int64_t limit = 0; ///< The largest number that its row allows, by the last reading; 0: not read yet.
    std::optional<held_segment> current;
    std::optional<held_segment> next;
    /// No number that this host gave out reaches it, also before the program was started, where that is remembered; 0:
    /// none was given out. In order `strict` the last one was the one before.
    std::int64_t used_end = 0;
    segment_counts counts;
    std::optional<error> trouble; ///< Why the last reservation failed.
};

/// A search among the tags in memory.
struct tag_search {
    std::string after;                ///< Only names that come after it, in byte order; empty: all.
    std::string part;                 ///< Only names that contain it; empty: all.
    std::size_t most = 100;           ///< Tags found, at least 1,
    std::size_t most_looks = 200'000; ///< and names looked at, about.
};

/// What a search found.
struct tags_found {
    std::vector<tag_status> tags; ///< In byte order of their names.
    std::string next;             ///< The name after which the search is to go on; empty: there are no more.
};

/// The state of a segment generator, summed over its tags.
struct segment_status {
    /// The store has answered: the table was read, or a reservation was made or refused. And it still does, or some tag
    /// has numbers left.
    bool ready = false;
    /// Why the last reading of the table failed, or else the last reservation of a tag, unless its row was the reason.
    std::optional<error> trouble;
    std::size_t tags = 0;      ///< With a row, as far as is known.
    std::size_t exhausted = 0; ///< Of these, without numbers until their limit is raised.
    std::int64_t largest = 0;  ///< The largest number that this process has given out.
    segment_counts counts;
    std::chrono::nanoseconds latency{0};      ///< The present duration of a reservation.
    std::chrono::nanoseconds refresh_took{0}; ///< The duration of the last reading of the table.
};

/// Numbers per tag, reserved in ranges from a store and served from memory.
///
/// This is Leaf's segment mode with the same table and arithmetic, so that both can use a live table together. Only
/// `close` and the destructor wait for the store.
///
/// Order: see `number_order`. Between processes numbers are unique, not ordered: each serves from a range of its own.
///
/// Errors: in a forked child every call is refused as `forked`.
/// Thread-safety: safe.
class segment_generator {
  public:
    /// Starts the threads and the first reading of the table.
    ///
    /// Errors: throws `failure` (`invalid_settings`) for options out of range.
    segment_generator(std::shared_ptr<segment_store> store, const segment_options& options);
    segment_generator(const segment_generator&) = delete;
    segment_generator& operator=(const segment_generator&) = delete;
    /// Stops the threads after their present store calls, and leaves the rows as they are, like a crash. Call `close()`
    /// first to give back unused numbers.
    ~segment_generator();

    /// The numbers of @p tag. The first attempt to get one looks up an unknown tag. @p row is the row's number in a
    /// store that numbers its rows.
    ///
    /// Errors: `invalid_argument` (see `check_tag`), `not_found` for a tag that the table lacked a moment ago,
    /// `not_ready` while so many names are unknown that the table must be read first, or beyond `most_created`,
    /// `exhausted` beyond `most_tags` or the budget, `closed`, `forked`.
    /// Lifetime: the source lives as long as the generator.
    result<id_source*> tag(std::string_view tag, row_number row = {});

    /// Reserves numbers for @p tag if it has none; with `auto_create` this creates a new tag's row. Takes none of them.
    /// Returns 0 if there are numbers, else when to ask again.
    ///
    /// Errors: those of `tag`, and why numbers cannot be reserved.
    result<std::chrono::nanoseconds> prepare(std::string_view tag);

    /// Reserves one step of @p tag for a caller that gives its numbers out itself, such as TinyId's client. None of
    /// them is given here, and they are not given back. Blocks on the store.
    ///
    /// Errors: those of `tag` and of `segment_store::reserve`.
    result<segment> hand_out(std::string_view tag);

    /// Orders a reading of the table by another thread, to find new, changed and removed tags.
    void refresh() noexcept;

    /// Makes the row of @p tag, which begins at 1, for an operator. Blocks on the store.
    ///
    /// Errors: `invalid_argument` if the tag has a row, also one that another host made just now, or had one as far as
    /// this host knows, and for a tag or step that cannot be in the table; those of the store.
    result<void> create(std::string_view tag, std::int64_t step);
    /// Raises the limit of @p tag's row, for an operator. Blocks on the store.
    ///
    /// Errors: `invalid_argument` if the row has no limit or one as high, or has used the numbers up to @p limit;
    /// `not_found` if there is none; those of the store.
    result<void> raise(std::string_view tag, std::int64_t limit);

    /// Its state now. The cost grows with the number of tags.
    segment_status status() const;
    /// The states of all tags in memory, in no order.
    std::vector<tag_status> tags() const;
    /// The state of @p tag; absent for a name that is in no row, as far as is known, and that no caller asked for.
    std::optional<tag_status> find(std::string_view tag) const;
    /// The states of at most @p most tags whose names come after @p name, in byte order. The cost depends on the number
    /// returned, not on the number of tags.
    std::vector<tag_status> tags_after(std::string_view name, std::size_t most) const;
    /// Looks for tags by name. A look costs some 100 ns, so a search may be for another thread than one that serves.
    tags_found search(const tag_search& what) const;

    /// Orders a reading of the table by another thread and keeps its rows, in byte order of their names. Callers at one
    /// time share one reading.
    ///
    /// Errors: those of `segment_store::list`, and `closed`, are in the reading.
    std::shared_ptr<const table_reading> read_table();

    /// Closes it: later calls fail with `closed`, and unused numbers are given back if the row allows it. Blocks for
    /// at most @p patience and one store call. Only the first call does anything.
    void close(std::chrono::milliseconds patience = std::chrono::seconds{10});

  private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace vesta
