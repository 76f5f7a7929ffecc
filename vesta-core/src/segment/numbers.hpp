#pragma once

#include "set_aside.hpp"
#include "source/portions.hpp"

#include <vesta/base/fork.hpp>
#include <vesta/base/published.hpp>

#include <atomic>
#include <cstdint>

namespace vesta::detail {

/// The largest piece that a caller gets whole.
inline constexpr std::uint64_t largest_block = std::uint64_t{1} << 24;

/// The numbers of one tag that are at hand: the rest of the current range, and the portion of it that each thread has
/// set aside.
///
/// Thread-safety: safe and lock-free; one thread at a time calls `begin`.
class numbers {
  public:
    using piece = cursor::piece;

    /// With @p in_portions threads set numbers aside; else all take from the range in turn.
    explicit numbers(bool in_portions) noexcept : in_portions_{in_portions} {}
    numbers(const numbers&) = delete;
    numbers& operator=(const numbers&) = delete;
    ~numbers();

    /// Whether this process made them. A forked child must not use them. The two functions below check it themselves.
    bool are_ours() const noexcept { return is_process(born_in_); }

    /// Takes one number of the calling thread's portion; false if there is none. Inline, for callers that build IDs of
    /// their own from it.
    bool take_own(std::uint64_t& number) noexcept {
        return are_ours() && own().take_one(number, epoch_.load(std::memory_order_relaxed));
    }
    /// Takes one number of the shared range, and tells how much of it is taken; false if there is none.
    bool take_shared(std::uint64_t& number, std::uint64_t& taken) noexcept {
        return are_ours() && is_shared() && cursor_.take_one(number, taken);
    }

    /// Takes up to @p wanted numbers of the calling thread's portion, which come before those of the range.
    range take_own_some(std::uint64_t wanted) noexcept;
    /// Takes exactly @p count of them, or drops all: after a later block they would be out of order.
    range take_own_block(std::uint64_t count) noexcept;

    /// Takes up to @p wanted numbers of the range; if it is worth it, the thread also sets another portion aside.
    piece take(std::uint64_t wanted) noexcept;
    /// Takes exactly @p count numbers, or none.
    piece take_block(std::uint64_t count) noexcept { return cursor_.take(count, count); }

    /// Whether so much of the range is taken that the next one should be reserved.
    bool is_due(std::uint64_t taken) const noexcept { return taken >= due_at_.load(std::memory_order_relaxed); }
    bool is_due() const noexcept { return is_due(cursor_.taken()); }
    void make_due_at(std::uint64_t taken) noexcept { due_at_.store(taken, std::memory_order_relaxed); }
    void make_due_never() noexcept { make_due_at(~std::uint64_t{0}); }

    /// Begins @p next. The caller has seen that the range before is used up.
    void begin(const range& next) noexcept {
        make_due_never();
        cursor_.install(next);
    }
    /// Takes all numbers left in the range; portions stay.
    range drain() noexcept { return cursor_.drain(); }
    /// Takes all numbers left in the range, and voids every portion.
    range end() noexcept { return end_epoch(cursor_, epoch_); }

    /// The state of the range at this moment: the numbers left, its size, and how much is taken.
    range rest() const noexcept { return cursor_.rest(); }
    std::uint64_t size() const noexcept { return cursor_.size(); }
    std::uint64_t taken() const noexcept { return cursor_.taken(); }
    /// The numbers that threads have set aside.
    portions::content aside() const noexcept { return portions_.get()->count(epoch_.load(std::memory_order_relaxed)); }

  private:
    portion& own() const noexcept { return portions_.get()->find(slot::current); }
    bool worth_a_portion() const noexcept;
    bool is_shared() const noexcept { return !in_portions_ || (slot::current != slot::unknown && !worth_a_portion()); }
    portion* own_or_new() noexcept;

    const std::uint32_t born_in_{fork_count()};
    std::atomic<std::uint32_t> epoch_{0}; // portions set aside in another one are void
    published<portions> portions_{portions::nobody()};
    const bool in_portions_;
    std::atomic<std::uint64_t> due_at_{~std::uint64_t{0}};
    cursor cursor_;
};

} // namespace vesta::detail
