#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace vesta::net {

class memory_account;

/// The memory that the connections of all servers of a program may hold: input, IDs that wait, and unsent answers.
/// What others hold counts too, but leaves connections half of it.
///
/// Each serving thread has an account. Beyond the limit the thread whose connection owes most closes some of its own,
/// the largest debtors first; no thread makes answers until it has. This is asked before each turn (`is_short`), which
/// costs a relaxed load; a turn ends by itself after 64 requests or, in both dialects, some bytes. So each thread goes
/// beyond the limit by one turn's input and answers, and by `memory_account::told_at_once`, at the most.
/// Thread-safety: safe.
class memory_budget {
  public:
    /// Bytes that a connection owes, where memory is short, to be worth closing: more than at rest.
    static constexpr std::size_t worth_closing = 8 * 1024;

    /// @p limit in bytes; @p others tells what others hold, from any thread, and may be empty.
    explicit memory_budget(std::size_t limit, std::function<std::size_t()> others = {})
        : limit_{limit}, others_{std::move(others)} {}
    memory_budget(const memory_budget&) = delete;
    memory_budget& operator=(const memory_budget&) = delete;

    std::size_t limit() const noexcept { return limit_; }
    /// Bytes in use by connections, and by others up to half of the limit; for each thread up to 64 KiB may be missing,
    /// or too many.
    std::size_t used() const noexcept;
    bool is_exceeded() const noexcept { return used() > limit_; }
    /// Whether it was exceeded when it was looked at last: with each change that an account tells, and after rounds.
    bool is_short() const noexcept { return is_short_.load(std::memory_order_relaxed); }
    /// Looks whether it is exceeded.
    bool look() noexcept;
    /// The bytes to be freed so that it is not exceeded again at once.
    std::size_t excess() const noexcept;

    /// Whether another account than @p one has a debtor that owes more than @p debt, as far as is known.
    bool has_larger(const memory_account& one, std::size_t debt);
    /// Looks, and has the thread of the largest debtor close connections where it is exceeded. False if there is
    /// nothing to wait for.
    bool collect() noexcept;

    std::atomic<std::uint64_t> closed{0}; ///< Connections closed to free memory.

  private:
    friend class memory_account;

    const std::size_t limit_;
    const std::function<std::size_t()> others_;
    std::atomic<std::int64_t> used_{0};
    std::atomic<bool> is_short_{false};
    std::mutex guard_;
    std::vector<memory_account*> accounts_;
};

/// One thread's part of a budget.
///
/// A change costs no locked instruction until 64 KiB have come together.
/// Thread-safety: none; belongs to one thread. Only `collect` of the budget uses it from others.
class memory_account {
  public:
    static constexpr std::int64_t told_at_once = 64 * 1024;

    /// @p collect has the thread look at `is_due`. It is called from any thread.
    ///
    /// Lifetime: @p of outlives it.
    memory_account(memory_budget& of, std::function<void()> collect);
    memory_account(const memory_account&) = delete;
    memory_account& operator=(const memory_account&) = delete;
    ~memory_account();

    memory_budget& budget() noexcept { return budget_; }
    /// Ends the calls of `collect`.
    void close() noexcept;
    /// A connection that owed @p before now owes @p now.
    void change(std::size_t before, std::size_t now) noexcept {
        held_ += static_cast<std::int64_t>(now) - static_cast<std::int64_t>(before);
        if (now > largest_.load(std::memory_order_relaxed)) largest_.store(now, std::memory_order_relaxed);
        if (held_ - told_ >= told_at_once || told_ - held_ >= told_at_once) tell();
    }
    /// Whether the thread is to close its largest debtors, and then to call `collected`.
    bool is_due() const noexcept { return is_due_.load(std::memory_order_relaxed); }
    /// Memory was freed, and the largest debtor now owes @p largest.
    void collected(std::size_t largest) noexcept;

  private:
    friend class memory_budget;
    void tell() noexcept;

    memory_budget& budget_;
    const std::function<void()> collect_;
    std::int64_t held_ = 0;
    std::int64_t told_ = 0;
    std::atomic<std::size_t> largest_{0}; // debt, or what was the largest a while ago
    std::atomic<bool> is_due_{false};
};

} // namespace vesta::net
