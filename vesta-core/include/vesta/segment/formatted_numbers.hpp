#pragma once

#include <vesta/segment/number_format.hpp>
#include <vesta/segment/segment_generator.hpp>
#include <vesta/time/clock.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vesta {

namespace detail {
class open_periods;
}

/// The formats of a generator's tags, by tag.
using number_formats = std::map<std::string, number_format, std::less<>>;

/// Numbers of one call: of one tag, and of the period in which the call began, whatever the clock shows when they come.
///
/// Thread-safety: as `id_source`; `texts` is safe.
/// Lifetime: at most as long as the generator's.
class number_texts {
  public:
    /// Where the numbers are taken.
    id_source& source() const noexcept { return *source_; }

    /// The texts of numbers that `source` gave.
    ///
    /// Errors: `exhausted` if one is wider than the format; all of them are lost.
    result<std::vector<std::string>> texts(std::span<const id> numbers) const;

  private:
    friend class formatted_numbers;
    number_texts(const number_format& format, std::chrono::year_month_day day, id_source& source,
                 std::shared_ptr<segment_generator> owner)
        : format_{&format}, day_{day}, source_{&source}, owner_{std::move(owner)} {}

    const number_format* format_;
    std::chrono::year_month_day day_;
    id_source* source_;
    std::shared_ptr<segment_generator> owner_; // of the source; null where that lasts anyway
};

/// What the next text of a tag would be.
struct number_preview {
    std::string text;
    std::string row;        ///< The row that counts it: invoice@2026-11-23.
    std::string period;     ///< As `number_format::period_of`.
    std::int64_t next = 1;  ///< Its number.
    std::uint64_t left = 0; ///< Numbers with a text from this one on.
    bool is_held = false;   ///< This process has reserved it; else it is the first that the table has not given out.
};

/// What `formatted_numbers` is made of.
struct formatted_options {
    number_formats formats;
    std::shared_ptr<segment_store> store; ///< With the rows of all periods.
    segment_options of;                   ///< Of the numbers of each period.
    const wall_clock* clock = &system_wall_clock();
};

/// Numbers of tags as texts, which begin at 1 again with each day, month or year.
///
/// Each period has a row of its own, made at first use: the name of the row is all that nodes need to agree on, so a
/// restart needs no agreement of its own. A text has the period in it, so it is unique whatever the clocks of nodes
/// show (docs/decisions/0048-formatted-numbers.md). It keeps the tags of the last few periods in memory, and lets go of
/// those before.
/// Thread-safety: safe.
class formatted_numbers {
  public:
    /// @p base counts what never restarts.
    ///
    /// Lifetime: @p base and the clock outlive this.
    formatted_numbers(segment_generator& base, formatted_options options);
    formatted_numbers(const formatted_numbers&) = delete;
    formatted_numbers& operator=(const formatted_numbers&) = delete;
    ~formatted_numbers();

    const number_formats& formats() const noexcept { return options_.formats; }

    /// Begins a call for numbers of @p tag: reads the clock.
    ///
    /// Errors: `not_found` for a tag without a format; those of `segment_generator::tag`.
    result<number_texts> begin(std::string_view tag);

    /// Takes a text apart.
    ///
    /// Errors: `not_found` for a tag without a format; those of `number_format::read`.
    result<number_reading> read(std::string_view tag, std::string_view text) const;

    /// What a call would get next, and how much room there is. Takes no number. Blocks on the store.
    ///
    /// Errors: `not_found` for a tag without a format; `exhausted` if its width is used up; those of the store.
    result<number_preview> preview(std::string_view tag) const;

    /// Adds the numbers of all periods since the start to @p sum.
    void add_to(segment_status& sum) const;

    /// As `segment_generator::close`.
    void close();

  private:
    result<std::int64_t> next_in(const std::string& row, bool& is_held) const;

    const formatted_options options_;
    segment_generator& base_;
    const std::unique_ptr<detail::open_periods> periods_;
};

/// The format of @p tag.
///
/// Errors: `not_found`, listing those that have one.
/// Lifetime: that of @p in.
result<const number_format*> find_format(const number_formats& in, std::string_view tag);

/// Whether @p row is that of a period of a tag that @p formats restart: nobody may count it under its own name.
bool counts_a_period(std::string_view row, const number_formats& formats);

/// Whether @p row could be, to a table that ignores case or blanks, that of a period of a tag that @p formats restart:
/// who made it would keep the numbers of that day from everybody.
bool could_count_a_period(std::string_view row, const number_formats& formats);

/// That a tag may be counted under its own name, without a period.
///
/// Errors: `invalid_argument` where its numbers begin at 1 again, which are no IDs without their period, and where it
/// could count a period.
result<void> check_counts_no_period(std::string_view tag, const number_formats& formats);

/// @p store without the rows that could count periods, for the generator of plain numbers. It makes and reserves none
/// of them, and of formatted tags so few numbers at once that the width is not used up by them.
std::shared_ptr<segment_store> without_periods(std::shared_ptr<segment_store> store, number_formats formats);

/// A memory for the tags of several periods, and of few: those of long ago are forgotten. Unlike others it is safe to
/// use from several threads.
std::shared_ptr<tag_memory> remember_periods(std::shared_ptr<tag_memory> in);

} // namespace vesta
