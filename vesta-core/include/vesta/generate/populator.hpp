#pragma once

#include <vesta/generate/timeline.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string_view>

namespace vesta {

/// How a populator makes its step atomic. The IDs are the same; docs/populators.md says when to choose which.
enum class populator_kind : std::uint8_t {
    cas,         ///< Compare-and-swap on one word: the fastest, and no thread ever blocks another.
    mutex,       ///< A std::mutex: waiting threads sleep.
    synchronized ///< A first-come, first-served lock: IDs follow the order in which callers arrived.
};

/// The names of the settings file: "cas", "mutex", "synchronized".
std::string_view name(populator_kind kind) noexcept;

/// Why a populator gave nothing.
enum class refusal : std::uint8_t {
    none,
    reservation, ///< The reservation ends before the next position.
    clock,       ///< The wall clock is behind own time by more than may be waited for, and no reservation bridges that.
    later,       ///< Nothing in this tick, where only that was asked for, or within the longest wait allowed.
    end,         ///< The layout's last instant has been reached.
    closed       ///< `close()` was called.
};

/// A run of positions that now belongs to the caller alone, or a refusal.
struct claim {
    std::uint64_t first = 0;
    std::uint64_t count = 0;
    /// How long the caller must wait before it lets the IDs out. It owns them meanwhile: waiting needs no retry.
    std::chrono::nanoseconds ready_in{0};
    refusal why = refusal::none;
};

/// Whether a claim may lie in ticks that have not begun.
enum class readiness : std::uint8_t { may_wait, only_ready };

/// How a populator treats the wall clock.
struct pacing {
    /// A wall clock that steps back by up to this is waited for; beyond it own time holds.
    std::chrono::nanoseconds rollback_wait = std::chrono::milliseconds{5};
    /// After callers had to wait for a tick, ticks up to this old are still used up, so that a thread that the
    /// scheduler woke late does not cost throughput.
    std::chrono::nanoseconds catch_up = std::chrono::milliseconds{10};
    /// A claim that would have to wait longer is refused: as `clock` where the clock is behind, else as `later`.
    std::chrono::nanoseconds longest_wait = std::chrono::seconds{5};
    /// Whether a start above a mark that lies ahead of the wall clock is waited for (true) or served from own time.
    bool wait_at_start = true;
};

/// Hands out positions of one timeline: each at most once, in increasing order, and none that the limit does not cover
/// - whatever the wall clock does. It never waits; it says how long its caller must. Safe to use from any thread.
class populator {
  public:
    virtual ~populator() = default;

    /// Claims 1 to @p wanted positions, at most one tick's worth. @p wanted is at least 1.
    virtual claim populate(unix_ns now, std::uint64_t wanted, readiness mode = readiness::may_wait) noexcept = 0;

    /// Lets positions below @p limit out. A lower limit than before is ignored: what was durable stays so.
    virtual void raise_limit(std::uint64_t limit) noexcept = 0;

    /// Ends the giving out, for good: every later claim is refused as `closed`. The answer is the end (exclusive) of
    /// what was claimed. Calling it again answers the same.
    virtual std::uint64_t close() noexcept = 0;

    /// The next position, unless the wall clock pulls it forward before it is claimed.
    virtual std::uint64_t next() const noexcept = 0;
};

/// A populator that starts at @p first, covered by nothing yet.
std::unique_ptr<populator> make_populator(populator_kind kind, const timeline& line, const pacing& how,
                                          std::uint64_t first);

} // namespace vesta
