#pragma once

#include "held_ranges.hpp"
#include "numbers.hpp"
#include "refiller.hpp"
#include "standing.hpp"

#include <vesta/segment/segment_generator.hpp>

#include <mutex>

namespace vesta::detail {

/// What the tags of one generator share.
struct tag_context {
    segment_store& store;
    const segment_options& options;
    const refill_policy& policy;
    refiller& refills;
    known_ends& known;
};

/// How a tag comes to its next range: reserved by one job at a time, held until the one before is used up, and given
/// back in the end where it was not.
class refill final : public refill_job {
  public:
    using time_point = std::chrono::steady_clock::time_point;

    /// All of them live longer. @p guard is the tag's lock, which is held for moments only.
    refill(const tag_context& shared, numbers& of, standing& row, std::mutex& guard) noexcept;
    refill(const refill&) = delete;
    refill& operator=(const refill&) = delete;

    outcome perform() noexcept override;

    // What callers do where the range is used up, or nearly. True: there are numbers now; else @p refused is set, to
    // what was the case at that very moment.
    bool next_range(grant& refused) noexcept;
    bool join_ranges(std::uint64_t least, grant& refused) noexcept;
    void consider() noexcept;

    const std::string& tag() const noexcept { return standing_.tag(); }
    /// The end (exclusive) of the numbers that were given out here or before, and so never come again; 0 where none is
    /// known. The table's row does not lie below it, whoever gives back what.
    std::int64_t used_end() const;

    // With the lock held.
    bool is_busy() const noexcept { return busy_; }
    /// All numbers at hand are lost, and what threads have set aside.
    void drop_all() noexcept;
    /// Ends the serving; true where there is something to give back, which `perform` then does.
    bool close() noexcept;
    /// Nothing is given back any more.
    void drop_held() noexcept;
    std::chrono::nanoseconds expected_wait(time_point now) const noexcept;
    void add_to(tag_status& is) const;
    segment_counts counts() const noexcept;

  private:
    // With the lock held.
    void look(time_point now) noexcept;
    void order(bool urgent, time_point now) noexcept;
    grant refusal() noexcept;
    void begin(const held_range& next) noexcept;
    bool join_held(std::uint64_t least) noexcept;
    bool fits_behind(const range& rest, const held_range& next) const noexcept;
    void note_used(std::int64_t end) noexcept;
    std::int64_t end_of_use(const range& rest) const noexcept;
    refill_situation situation(time_point now) const noexcept;
    std::uint64_t width_of(std::uint64_t wanted) const noexcept;
    outcome accept(const segment& made, const refill_situation& at, time_point now);
    outcome fail(error why, time_point now);

    // With the store.
    outcome reserve();
    result<segment> reserve_or_create(const segment_request& request, bool may_create);
    outcome give_back();

    const tag_context& shared_;
    numbers& numbers_;
    standing& standing_;
    std::mutex& guard_;
    bool busy_ = false; // a reservation is ordered or under way
    std::uint8_t failures_in_row_ = 0;
    held_ranges held_; // two at most; once closed, the rest of the current one comes before them
    held_range current_;
    std::int64_t used_end_;   // see used_end(): without the current range
    std::uint64_t block_ = 0; // somebody waits for this many in one piece
    segment_counts counts_;   // but for what is served and held
    refill_memory memory_;
    time_point ordered_at_{};
    time_point not_before_{}; // after a failure that concerns this tag alone
};

} // namespace vesta::detail
