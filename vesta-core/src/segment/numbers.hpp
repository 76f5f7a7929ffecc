#pragma once

#include "cursor.hpp"
#include "portions.hpp"

#include <vesta/base/fork.hpp>
#include <vesta/base/published.hpp>

#include <atomic>
#include <cstdint>

namespace vesta::detail {

/// The most that is given in one piece that is asked for.
inline constexpr std::uint64_t largest_block = std::uint64_t{1} << 24;

/// The numbers of one tag that are at hand: what is left of the current range, and what each thread has set aside of it
/// as its portion. Lock-free, and safe to use from any thread, but `begin`: that is done by one at a time.
class numbers {
  public:
    using piece = cursor::piece;

    /// With @p in_portions threads set numbers aside; else all take from the range one after the other.
    explicit numbers(bool in_portions) noexcept : in_portions_{in_portions} {}
    numbers(const numbers&) = delete;
    numbers& operator=(const numbers&) = delete;
    ~numbers();

    /// Whether this process is the one they belong to, and no copy of it. The first two ask for themselves.
    bool are_ours() const noexcept { return is_process(born_in_); }

    /// One number of the calling thread's portion, or false. Inline, for those who put numbers into IDs of their own.
    bool take_own(std::uint64_t& number) noexcept {
        return are_ours() && own().take_one(number, epoch_.load(std::memory_order_relaxed));
    }
    /// One number of the range where threads share it, and how much of it is taken with that; or false.
    bool take_shared(std::uint64_t& number, std::uint64_t& taken) noexcept {
        return are_ours() && is_shared() && cursor_.take_one(number, taken);
    }

    /// Up to @p wanted numbers of the calling thread's portion: they come before those of the range.
    range take_own_some(std::uint64_t wanted) noexcept;
    /// Exactly @p count of them; else they are forgotten, since after a later block they would come out of order.
    range take_own_block(std::uint64_t count) noexcept;

    /// Up to @p wanted numbers of the range; where that is worth it, the thread sets a new portion aside with them.
    piece take(std::uint64_t wanted) noexcept;
    /// Exactly @p count, or none.
    piece take_block(std::uint64_t count) noexcept { return cursor_.take(count, count); }

    /// Whether so much of the range is taken that somebody should look after the next one.
    bool is_due(std::uint64_t taken) const noexcept { return taken >= due_at_.load(std::memory_order_relaxed); }
    bool is_due() const noexcept { return is_due(cursor_.taken()); }
    void make_due_at(std::uint64_t taken) noexcept { due_at_.store(taken, std::memory_order_relaxed); }
    void make_due_never() noexcept { make_due_at(~std::uint64_t{0}); }

    /// Begins @p next. The range before is used up, and the caller has seen that.
    void begin(const range& next) noexcept {
        make_due_never();
        cursor_.install(next);
    }
    /// Takes all that is left of the range; portions stay.
    range drain() noexcept { return cursor_.drain(); }
    /// Takes all that is left of the range, and makes void what any thread has set aside.
    range end() noexcept { return end_epoch(cursor_, epoch_); }

    /// What is left of the range, how large it was and how much of it is taken: for a moment.
    range rest() const noexcept { return cursor_.rest(); }
    std::uint64_t size() const noexcept { return cursor_.size(); }
    std::uint64_t taken() const noexcept { return cursor_.taken(); }
    /// What threads have set aside.
    portions::content aside() const noexcept { return portions_.get()->count(epoch_.load(std::memory_order_relaxed)); }

  private:
    portion& own() const noexcept { return portions_.get()->find(slot::current); }
    bool worth_a_portion() const noexcept;
    bool is_shared() const noexcept { return !in_portions_ || (slot::current != slot::unknown && !worth_a_portion()); }
    portion* own_or_new() noexcept;

    const std::uint32_t born_in_{fork_count()};
    std::atomic<std::uint32_t> epoch_{0}; // what was set aside in another one is void
    published<portions> portions_{portions::nobody()};
    const bool in_portions_;
    std::atomic<std::uint64_t> due_at_{~std::uint64_t{0}};
    cursor cursor_;
};

} // namespace vesta::detail
