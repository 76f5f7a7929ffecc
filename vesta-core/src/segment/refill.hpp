#pragma once

#include "held_ranges.hpp"
#include "numbers.hpp"
#include "range_in_use.hpp"
#include "refiller.hpp"
#include "standing.hpp"

#include <vesta/segment/segment_generator.hpp>

#include <atomic>
#include <mutex>

namespace vesta::detail {

/// Shared by the tags of one generator.
struct tag_context {
    segment_store& store;
    const segment_options& options;
    const refill_policy& policy;
    refiller& refills;
    known_ends& known;
    mutable std::atomic<std::size_t> strangers{0}; ///< Tags that never had a row, as far as is known.
    mutable std::atomic<bool> masters{false};      ///< A row with a delta was seen, so that none may be made here.
};

/// Supplies a tag with its next range: one job at a time reserves it, it is held until the one before is used up, and
/// an unused one is given back in the end.
class refill final : public refill_job {
  public:
    using time_point = std::chrono::steady_clock::time_point;

    /// All of them live longer. @p guard is the tag's lock, which is held for moments only.
    refill(const tag_context& shared, numbers& of, standing& row, std::mutex& guard) noexcept;
    refill(const refill&) = delete;
    refill& operator=(const refill&) = delete;

    ending perform() noexcept override;
    /// As `segment_generator::hand_out`.
    result<segment> hand_out();

    // For callers that find the range used up, or nearly. True if there are numbers now; else sets @p refused to the
    // reason at that moment.
    bool next_range(grant& refused) noexcept;
    bool join_ranges(std::uint64_t least, grant& refused) noexcept;
    void consider() noexcept;

    const std::string& tag() const noexcept { return standing_.tag(); }
    /// The ends of the numbers handed out here or before, which never come again. A table's row is never below its end,
    /// even after other nodes give numbers back.
    origin_ends used_ends() const;

    // With the lock held.
    /// Its row was seen: with a delta, the table is one of several masters.
    void note_masters() noexcept;
    bool is_busy() const noexcept { return busy_; }
    /// Drops all numbers at hand and all portions.
    void drop_all() noexcept;
    /// Ends the serving. True if there are numbers to give back, which `perform` then does.
    bool close() noexcept;
    /// Gives no more numbers back.
    void drop_held() noexcept;
    std::chrono::nanoseconds expected_wait(time_point now) const noexcept;
    void add_to(tag_status& is) const;
    void add_to(segment_status& sum) const;
    /// Whether there are numbers for any thread; some that are set aside for one do not count.
    bool has_numbers() const noexcept;

  private:
    // With the lock held.
    segment_counts counts() const noexcept;
    origin_ends used_ends_now() const;
    void look(time_point now) noexcept;
    void order(bool urgent, time_point now) noexcept;
    grant refusal() noexcept;
    void begin(const held_range& next) noexcept;
    bool join_held(std::uint64_t least) noexcept;
    refill_situation situation(time_point now) const noexcept;
    ending accept(const segment& made, const refill_situation& at, time_point now);
    ending fail(error why, time_point now);
    void fail_to_hand_out(const error& why);

    // With the store.
    ending reserve();
    result<segment> reserve_or_create(const segment_request& request, bool may_create);
    ending give_back();

    const tag_context& shared_;
    numbers& numbers_;
    standing& standing_;
    std::mutex& guard_;
    bool busy_ = false; // a reservation is ordered or under way
    std::uint8_t failures_in_row_ = 0;
    held_ranges held_; // two at most; once closed, the rest of the current one comes before them
    range_in_use in_use_;
    std::uint64_t block_ = 0;      // a caller waits for this many in one piece
    segment_counts counts_;        // except for those served and held
    std::uint64_t handed_out_ = 0; // in whole ranges
    refill_memory memory_;
    time_point ordered_at_{};
    time_point not_before_{}; // after a failure that concerns this tag alone
};

} // namespace vesta::detail
