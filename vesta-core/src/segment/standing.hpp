#pragma once

#include "known_ends.hpp"

#include <vesta/segment/segment_generator.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace vesta::detail {

/// Whether a reservation failed since the store does not answer, and is tried again. Wrong settings of the store
/// concern every tag alike, and may be corrected meanwhile.
constexpr bool says_store_is_down(const error& why) noexcept {
    return why.code == errc::store_unavailable || why.code == errc::invalid_settings;
}

/// The state of one tag: the table's row, as far as it is known, and the answers to callers. Used with the tag's lock
/// held, except for `tag` and `explain`.
class standing {
  public:
    using time_point = std::chrono::steady_clock::time_point;

    /// Counts among @p strangers until it is known to have, or to have had, a row.
    standing(std::string tag, row_number row, const known_ends& known, std::atomic<std::size_t>& strangers);

    const std::string& tag() const noexcept { return tag_; }

    bool is_live() const noexcept { return now_ == phase::live; }
    bool is_closed() const noexcept { return now_ == phase::closed; }
    bool may_refill() const noexcept { return now_ == phase::unknown || now_ == phase::live; }
    bool was_loaded() const noexcept { return loaded_; }

    /// Whether callers may ask for it; false for a tag that the table lacked a moment ago.
    bool may_exist() noexcept;
    /// The table has a row for it, by a reading that began at @p read_at.
    void found(const tag_row& row, time_point read_at);
    /// Whether a complete reading that began at @p read_at shows that the row is gone.
    bool is_gone(time_point read_at) const noexcept;
    void vanish(time_point now) noexcept;
    void close() noexcept { now_ = phase::closed; }

    /// The request to the store, without its width.
    segment_request request() const;
    bool may_create() const noexcept { return !was_in_table_; }
    const tag_facts& facts() const noexcept { return facts_; }
    /// What came of it.
    void reserved(const segment& made, time_point now) noexcept;
    void failed(error why);

    /// Why there are no numbers.
    errc refusal() const noexcept;
    error explain(errc why) const;
    error explain_wait(std::chrono::milliseconds wait) const;

    /// The part of a tag's status, and of a generator's, that is known here.
    tag_status status() const;
    void add_to(segment_status& sum) const;

  private:
    enum class phase : std::uint8_t { unknown, live, exhausted, absent, closed };

    std::string was_known() const;
    bool has_store_trouble() const noexcept;
    void has_row() noexcept;

    const known_ends& known_;
    std::atomic<std::size_t>& strangers_;
    const std::string tag_;
    const row_number row_;
    phase now_ = phase::unknown;
    bool loaded_ = false;
    bool in_table_ = false;  // as far as is known
    bool was_in_table_;      // ever: such a tag is not created again, since it would begin at 1
    tag_facts facts_;        // of the row
    std::int64_t limit_ = 0; // of the row, when it was read last; 0: never
    /// Of all ranges reserved in this life, and of the numbers that earlier processes used: the row must not go back
    /// below it. Kept when the row is gone, since a row that returns may come from a dump.
    origin_ends known_ends_;
    time_point found_at_{}; // when the reading of the table began that last had a row for it
    time_point reserved_at_{};
    time_point absent_since_{};
    std::unique_ptr<error> trouble_;
};

} // namespace vesta::detail
