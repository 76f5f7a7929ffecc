#pragma once

#include <vesta/gapless/gapless_store.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

namespace vesta {

/// How a generator without gaps behaves.
struct gapless_options {
    /// Its series; empty: one, whose tag is empty.
    std::vector<std::string> tags{};
    /// So many wishes may wait for the store, at least 1.
    std::size_t most_waiting = 10'000;
};

/// What a generator without gaps did since it began.
struct gapless_counts {
    std::uint64_t given = 0;   ///< Numbers.
    std::uint64_t again = 0;   ///< Wishes whose key had its number.
    std::uint64_t groups = 0;  ///< Durable steps, each for all wishes that waited.
    std::uint64_t refused = 0; ///< Wishes that the store or the bound of those that wait refused.
    std::uint64_t unknown = 0; ///< Wishes of which the store did not say whether they have a number.
    std::size_t waiting = 0;   ///< Now.
};

/// A wish on its way to the store.
///
/// Thread-safety: safe.
class number_ticket {
  public:
    explicit number_ticket(number_wish wish) : wish_{std::move(wish)} {}
    number_ticket(const number_ticket&) = delete;
    number_ticket& operator=(const number_ticket&) = delete;

    bool done() const noexcept { return at_.load(std::memory_order_acquire) == stage::done; }
    /// What became of it. Call it only once it is done.
    const number_outcome& outcome() const noexcept { return outcome_; }

    /// Takes the wish back. False if the store has it already: then it may get a number.
    bool withdraw() noexcept { return move(stage::waiting, stage::withdrawn); }

    /// Waits until it is done, for at most @p patience. What became of it by then: after that time it is withdrawn, or
    /// unknown.
    number_outcome wait(std::chrono::nanoseconds patience);

    /// What became of it for a caller that waits no longer. A wish that the store has not begun is withdrawn.
    number_outcome give_up();

  private:
    friend class gapless_generator;
    enum class stage : std::uint8_t { waiting, withdrawn, begun, done };

    bool move(stage from, stage to) noexcept {
        return at_.compare_exchange_strong(from, to, std::memory_order_acq_rel);
    }
    bool begin() noexcept { return move(stage::waiting, stage::begun); }
    void finish(number_outcome what) noexcept;

    number_wish wish_;
    number_outcome outcome_{};
    std::atomic<stage> at_{stage::waiting};
    std::mutex guard_; // for who waits; of nothing
    std::condition_variable done_;
};

/// Numbers without gaps: each is durable before it is answered, and 1 to the last were all given, in the order of
/// commits. A thread takes all wishes that wait to the store in one step (group commit).
///
/// Thread-safety: safe. In a forked child it gives nothing.
class gapless_generator {
  public:
    /// Lifetime: ends once the store has done all wishes that wait.
    gapless_generator(std::unique_ptr<gapless_store> store, gapless_options options);
    gapless_generator(const gapless_generator&) = delete;
    gapless_generator& operator=(const gapless_generator&) = delete;
    ~gapless_generator();

    /// Puts a wish in line. Does not block.
    ///
    /// Errors: `invalid_argument` for a tag or key that cannot be; `not_found` for a tag that it does not have;
    /// `not_ready` if too many wait; `closed`, `forked`. Then nothing is given.
    result<std::shared_ptr<number_ticket>> order(number_wish wish);

    /// The next number of a series, or the one that the key has. Blocks for at most @p patience.
    ///
    /// Errors in the outcome: those of `order` and of `gapless_store::give`.
    number_outcome take(number_wish wish, std::chrono::nanoseconds patience = std::chrono::seconds{10});

    /// As the functions of the store. Block on it.
    ///
    /// Errors: also `not_found` for a tag that it does not have, `forked`.
    result<void> make_void(const voiding& what);
    result<std::vector<number_entry>> list(std::string_view tag, std::int64_t from, std::size_t count);
    result<std::vector<number_series>> series();

    gapless_counts counts() const;
    /// Why the store gave no new number in the last group that wished for one; nothing once it gives one.
    std::optional<error> trouble() const;

    /// Refuses new wishes, and returns once the store has done those that wait and is given up.
    void close() noexcept;

  private:
    struct state;
    result<void> check(std::string_view tag) const;
    /// What @p call makes of the store.
    template <class Call>
    auto on_store(const Call& call) -> decltype(call(std::declval<gapless_store&>()));
    std::unique_ptr<state> state_;
};

} // namespace vesta
