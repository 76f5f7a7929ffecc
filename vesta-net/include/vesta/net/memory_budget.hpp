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
/// the largest debtors first.
/// Thread-safety: safe.
class memory_budget {
  public:
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
    /// The bytes to be freed so that it is not exceeded again at once.
    std::size_t excess() const noexcept;

    /// Whether another account than @p one has a debtor that owes more than @p debt, as far as is known.
    bool has_larger(const memory_account& one, std::size_t debt);
    /// Has the thread of the largest debtor close connections.
    void collect() noexcept;

    std::atomic<std::uint64_t> closed{0}; ///< Connections closed to free memory.

  private:
    friend class memory_account;

    const std::size_t limit_;
    const std::function<std::size_t()> others_;
    std::atomic<std::int64_t> used_{0};
    std::mutex guard_;
    std::vector<memory_account*> accounts_;
};

/// One thread's part of a budget.
///
/// A change costs no locked instruction until 64 KiB have come together.
/// Thread-safety: none; belongs to one thread. Only `collect` of the budget uses it from others.
class memory_account {
  public:
    /// @p collect has the thread free memory, and then call `collected`. It is called from any thread.
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
    /// Memory was freed, and the largest debtor now owes @p largest.
    void collected(std::size_t largest) noexcept;

  private:
    friend class memory_budget;
    static constexpr std::int64_t told_at_once = 64 * 1024;
    void tell() noexcept;

    memory_budget& budget_;
    const std::function<void()> collect_;
    std::int64_t held_ = 0;
    std::int64_t told_ = 0;
    std::atomic<std::size_t> largest_{0}; // debt, or what was the largest a while ago
    std::atomic<bool> is_collecting_{false};
};

} // namespace vesta::net
