#pragma once

#include <vesta/generate/timeline.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace vesta {

/// How a populator makes its step atomic. All kinds make the same IDs; docs/populators.md says when to choose which.
enum class populator_kind : std::uint8_t {
    cas,         ///< Compare-and-swap on one word: the fastest; no thread blocks another.
    mutex,       ///< A std::mutex: waiting threads sleep.
    synchronized ///< A first-come, first-served lock: IDs follow the order of arrival.
};

/// The names of the settings file: "cas", "mutex", "synchronized".
std::string_view name(populator_kind kind) noexcept;

/// Why a populator gave no positions, from the mildest on: of several machine IDs that counts.
enum class refusal : std::uint8_t {
    none,
    reservation, ///< The reservation ends before the next position.
    later,       ///< No position in this tick (`only_ready`), or none within the longest wait.
    clock,       ///< The clock is too far behind own time, and no reservation bridges that.
    end,         ///< The layout's last instant is reached.
    closed       ///< `close()` was called.
};

/// A run of positions that belongs to the caller alone, or a refusal (`count` is 0).
struct claim {
    std::uint64_t first = 0;
    std::uint64_t count = 0;
    /// How long the caller must wait before it hands out the IDs. They are its own meanwhile: it need not ask again.
    std::chrono::nanoseconds ready_in{0};
    refusal why = refusal::none;
};

/// A claim that is ready, small enough to be returned in registers. `count` is 0 if nothing was claimed.
struct open_claim {
    std::uint64_t first = 0;
    std::uint64_t count = 0;
};

/// Whether a claim may lie in ticks that have not begun.
enum class readiness : std::uint8_t { may_wait, only_ready };

/// How a populator treats the wall clock.
struct pacing {
    /// Callers wait for a wall clock that steps back by at most this; beyond, own time goes on by counting.
    std::chrono::nanoseconds rollback_wait = std::chrono::milliseconds{5};
    /// After callers had to wait for a tick, ticks up to this old are still used up. So a thread that the scheduler
    /// wakes late costs no throughput.
    std::chrono::nanoseconds catch_up = std::chrono::milliseconds{10};
    /// Refuses a claim that would have to wait longer: as `clock` if the clock is behind own time, else as `later`.
    std::chrono::nanoseconds longest_wait = std::chrono::seconds{5};
    /// Whether callers wait for a start that lies ahead of the wall clock (true), or own time serves at once (false).
    bool wait_at_start = true;
    /// Where a tick in which nothing was claimed begins: absent: at its first position; else at one within its first
    /// eighth, which looks as if drawn at random by this seed.
    std::optional<std::uint64_t> spread{};
};

/// Hands out the positions of one timeline: each at most once, in increasing order, and only below the limit, whatever
/// the wall clock does.
///
/// It never waits; it tells its caller how long to wait.
/// Thread-safety: safe.
class populator {
  public:
    virtual ~populator() = default;

    /// Claims 1 to @p wanted positions in one run, at most as many as a tick has. @p wanted is at least 1.
    virtual claim populate(unix_ns now, std::uint64_t wanted, readiness mode = readiness::may_wait) noexcept = 0;

    /// Opens the tick of @p position for `populate_open` in @p round, which is not 0 and began before the clock was
    /// read for the claim of that position. Populators with a lock open none.
    virtual void open(std::uint64_t /*position*/, std::uint64_t /*round*/) noexcept {}

    /// Claims 1 to @p wanted positions of the tick that was opened in @p round, without a clock; none where no tick is
    /// open, or nothing is left of it.
    virtual open_claim populate_open(std::uint64_t /*wanted*/, std::uint64_t /*round*/) noexcept { return {}; }

    /// Allows positions below @p limit. Ignores a limit lower than the present one: a durable mark stays durable.
    virtual void raise_limit(std::uint64_t limit) noexcept = 0;

    /// Refuses every later claim as `closed`; returns the end (exclusive) of the positions claimed. Repeated calls
    /// return the same.
    virtual std::uint64_t close() noexcept = 0;

    /// The lowest position that the next claim can get; a wall clock that has moved on raises it.
    virtual std::uint64_t next() const noexcept = 0;
};

/// A populator of @p line that starts at position @p first with nothing allowed yet: see `raise_limit`.
std::unique_ptr<populator> make_populator(populator_kind kind, const timeline& line, const pacing& how,
                                          std::uint64_t first);

} // namespace vesta
