#pragma once

#include <vesta/access/access_list.hpp>
#include <vesta/access/failed_attempts.hpp>
#include <vesta/base/figures.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>

namespace vesta::access {

/// The access list in force, for both servers; another one takes its place while they serve.
///
/// Thread-safety: safe.
class gate {
  public:
    using clock = std::chrono::steady_clock;
    using logger = std::function<void(std::string_view)>;

    /// @p log is told of wrong tokens, at most once a second, by the serving thread that met one, under a lock; it may
    /// be empty, and must not block.
    explicit gate(access_list first, logger log = {})
        : list_{std::make_shared<const access_list>(std::move(first))}, log_{std::move(log)} {}

    /// Which list is in force: another number after each `replace`. A connection compares it once a turn, and asks for
    /// the list only if it has changed.
    std::uint64_t generation() const noexcept { return generation_.load(std::memory_order_acquire); }
    /// The list in force, which stays as it is while somebody has it. Takes a lock.
    std::shared_ptr<const access_list> list() const;
    /// Puts @p next in force. Visitors see it with their next turn.
    void replace(access_list next);

    /// The wrong tokens of each address.
    failed_attempts& attempts() noexcept { return attempts_; }
    /// Counts a wrong token of @p address, and has it logged.
    void note_unknown_token(std::string_view address, clock::time_point now);

    /// Since the start.
    struct counts {
        std::atomic<std::uint64_t> unknown_tokens{0};
        std::atomic<std::uint64_t> not_permitted{0};
        std::atomic<std::uint64_t> over_quota{0};
        std::atomic<std::uint64_t> replaced{0};
    };
    counts& counted() noexcept { return counted_; }
    /// The counts for /metrics.
    figures counted_figures() const;

  private:
    mutable std::mutex guard_;
    std::shared_ptr<const access_list> list_;
    std::atomic<std::uint64_t> generation_{1};
    failed_attempts attempts_;
    counts counted_;
    logger log_;
    clock::time_point logged_{};
    std::uint64_t logged_count_ = 0;
};

} // namespace vesta::access
