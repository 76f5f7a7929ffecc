#pragma once

#include "cursor.hpp"
#include "known_ends.hpp"
#include "lanes.hpp"
#include "refiller.hpp"

#include <vesta/base/fork.hpp>
#include <vesta/segment/segment_generator.hpp>

#include <array>
#include <atomic>
#include <memory>
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

/// The numbers of one tag: reserved by one job at a time, served lock-free from the current segment, or from what each
/// thread has set aside of it.
class tag_source final : public id_source, public refill_job {
  public:
    using time_point = std::chrono::steady_clock::time_point;

    tag_source(std::string tag, const tag_context& shared);
    tag_source(const tag_source&) = delete;
    tag_source& operator=(const tag_source&) = delete;
    ~tag_source() override;

    const std::string& tag() const noexcept { return tag_; }

    grant try_generate(std::span<id> out) noexcept override;
    /// One of the numbers that the calling thread has set aside, or false: then `try_generate` may have one all the
    /// same. Apart from it for those who put numbers into IDs of their own, without a call that the compiler cannot see
    /// through.
    bool take_aside(std::uint64_t& number) noexcept {
        return is_process(born_in_) && own_lane().take_one(number, epoch_.load(std::memory_order_relaxed));
    }

    range_grant try_range(std::uint64_t count) noexcept override;
    range_grant try_block(std::uint64_t count) noexcept override;
    error explain_refusal(errc why) const override;

    outcome perform() noexcept override;

    /// Whether it may be asked for: false for a tag that the table did not have a moment ago.
    bool may_exist();
    /// The table has a row for it, as a reading says that began at @p read_at.
    void found(const tag_row& row, time_point read_at);
    /// All rows of that reading were told: without one it is gone.
    void all_found(time_point read_at);

    /// Ends the serving; true where there is something to give back, which `perform` then does.
    bool close();
    /// Nothing is given back any more.
    void drop_leftovers();

    /// The end (exclusive) of the numbers that were given out here or before, and so never come again; 0 where none is
    /// known. The table's row does not lie below it, whoever gives back what.
    std::int64_t used_end() const;

    tag_status status() const;
    /// The part of a generator's status that is this tag's.
    void add_to(segment_status& sum) const;

  private:
    enum class standing : std::uint8_t { unknown, live, exhausted, absent, closed };

    /// A range that waits for its turn, and the numbers in it that are ours.
    struct held {
        segment of;
        run numbers;
    };

    static constexpr std::uint64_t never = ~std::uint64_t{0};
    static constexpr std::uint64_t largest_block = std::uint64_t{1} << 24;

    // The fast path: lock-free.
    lane& own_lane() const noexcept { return lanes_.get()->find(slot::current); }
    // Not inlined: the registers they need would be saved on the fast path, at a third of its cost.
    [[gnu::noinline]] grant generate_slowly(std::span<id> out) noexcept;
    [[gnu::noinline]] grant generate_many(std::span<id> out) noexcept;
    bool worth_a_lane() const noexcept;
    bool shares_segment() const noexcept;
    run take(std::uint64_t wanted, grant& refused) noexcept;
    run take_from_segment(std::uint64_t wanted) noexcept;
    run take_noticed(std::uint64_t wanted, std::uint64_t least) noexcept;
    run take_block(std::uint64_t count, grant& refused) noexcept;
    lane* make_lane() noexcept;

    // What callers do where the segment is used up, or nearly. True: there are numbers now; else @p refused is set, to
    // what was the case at that very moment.
    bool next_segment(grant& refused) noexcept;
    bool join_segments(std::uint64_t least, grant& refused) noexcept;
    void consider() noexcept;
    error not_ready_now() const;
    std::string was_known() const;

    // With the guard held.
    void look(time_point now) noexcept;
    void order(bool urgent, time_point now) noexcept;
    grant refusal() noexcept;
    void install(const held& next) noexcept;
    held pop_held() noexcept;
    bool join_held(std::uint64_t least) noexcept;
    bool may_refill() const noexcept;
    bool fits_behind(const run& rest, const held& next) const noexcept;
    void drop(const run& numbers) noexcept;
    void note_used(std::int64_t end) noexcept;
    void drop_all() noexcept;
    refill_situation situation(time_point now) const noexcept;
    std::chrono::nanoseconds expected_wait(time_point now) const noexcept;
    outcome accept(const segment& made, const refill_situation& at, time_point now);
    std::uint64_t width_of(std::uint64_t numbers) const noexcept;
    outcome fail(error reason, time_point now);
    void vanish(time_point now) noexcept;
    segment_counts counts(std::uint64_t rest) const noexcept;

    // With the store.
    outcome reserve();
    result<segment> reserve_or_create(const segment_request& request, bool may_create);
    outcome give_back();

    const tag_context& shared_;
    const std::uint32_t born_in_{fork_count()};
    std::atomic<std::uint32_t> epoch_{0}; // what was set aside in another one is void
    published<lane_table> lanes_{lane_table::nobody()};
    const bool lanes_wanted_;
    std::atomic<std::uint64_t> due_at_{never}; // how much of the current segment may be taken before someone looks
    cursor cursor_;

    std::atomic<std::uint64_t> abandoned_{0}; // dropped by the threads that had set them aside
    std::atomic<std::uint64_t> waits_{0};

    mutable std::mutex guard_; // held for moments only
    const std::string tag_;
    standing standing_ = standing::unknown;
    bool busy_ = false; // a reservation is ordered or under way
    bool loaded_ = false;
    bool in_table_ = false; // as far as is known
    bool was_in_table_;     // ever: such a tag is not created again, since it would begin at 1
    std::uint8_t failures_in_row_ = 0;
    std::uint8_t held_count_ = 0;
    tag_facts facts_; // of the row
    // Of all ranges reserved in this life, and of what earlier processes used: the row may not go back behind it. Kept
    // when the row is gone: one that comes back may be from a dump.
    std::int64_t known_end_;
    std::int64_t used_end_;      // see used_end(): without the current segment
    std::int64_t begun_ = 0;     // where the current segment's own numbers begin
    std::uint64_t block_ = 0;    // somebody waits for this many in one piece
    std::uint64_t finished_ = 0; // numbers of the segments before the current one
    std::uint64_t drained_ = 0;  // of these and the current one: taken, but not to be served
    std::uint64_t reserved_ = 0;
    std::uint64_t dropped_ = 0;
    std::uint64_t given_back_ = 0;
    std::uint64_t refills_ = 0;
    std::uint64_t failures_ = 0;
    refill_memory memory_;
    time_point ordered_at_{};
    time_point found_at_{}; // when the reading of the table began that last had a row for it
    time_point reserved_at_{};
    time_point absent_since_{};
    time_point not_before_{}; // after a failure that concerns this tag alone
    segment current_;
    run leftover_; // of the current segment, once closed
    std::array<held, 2> held_;
    std::unique_ptr<error> trouble_;
};

} // namespace vesta::detail
