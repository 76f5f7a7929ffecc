#pragma once

#include <vesta/base/result.hpp>
#include <vesta/sharded/sharded_store.hpp>

#include <cstdint>
#include <vector>

namespace vesta {

/// How many pieces a range in a queue is divided into, at most.
inline constexpr unsigned pieces_per_range = 32;

/// Neighbouring pieces of one range (low, high] of a shard: those from number `from` to before number `to`. Pieces have
/// `piece_width()` numbers, the last one perhaps fewer.
struct range_part {
    shard_key of;
    std::int64_t low = 0;
    std::int64_t high = 0;
    unsigned from = 0;
    unsigned to = 0;

    std::int64_t piece_width() const noexcept { return (high - low + pieces_per_range - 1) / pieces_per_range; }
    unsigned pieces() const noexcept { return static_cast<unsigned>((high - low + piece_width() - 1) / piece_width()); }
    /// The part's numbers are (begin, end].
    std::int64_t begin() const noexcept { return low + from * piece_width(); }
    std::int64_t end() const noexcept { return to == pieces() ? high : low + to * piece_width(); }
    /// A bit for each of its pieces.
    std::uint32_t mask() const noexcept {
        return static_cast<std::uint32_t>(((std::uint64_t{1} << to) - 1) & ~((std::uint64_t{1} << from) - 1));
    }
    /// Whether it is a part of anything: in order, not empty, and within its range and its 49 bits.
    bool sound() const noexcept {
        return low >= 0 && low < high && high <= static_cast<std::int64_t>(largest_next) && from < to && to <= pieces();
    }

    friend bool operator==(const range_part&, const range_part&) noexcept = default;
};

/// All pieces of a range.
range_part whole(const shard_range& range);

/// What of the range (low, high] of @p key is not claimed, where @p claimed has a bit for each piece that is.
std::vector<range_part> unclaimed_parts(const shard_key& key, std::int64_t low, std::int64_t high,
                                        std::uint32_t claimed);

/// Which pieces of queued ranges belong to somebody: the fence in the database that decides, whatever a queue says. A
/// queue may forget, repeat and reorder what it holds; a piece is served only by the one whose claim succeeded
/// (docs/decisions/0021-sharded-fence.md). A port; each implementation passes tests/conformance/sharded. Every call may
/// block on the store. Safe to use from any thread.
class range_ledger {
  public:
    virtual ~range_ledger() = default;

    /// Enters a range, with no piece of it claimed; only who reserved it from the store may do so, and once. Errors:
    /// `store_unavailable`, `state_unusable` where it is there already, `invalid_settings`.
    virtual result<void> enter(const shard_range& range) = 0;

    /// Claims all pieces of @p part for the caller, durably: true where each was unclaimed, else nothing changes and it
    /// is false, also for a range that was never entered. On an error nobody knows, and the caller has no claim.
    virtual result<bool> claim(const range_part& part) = 0;

    /// What of the ranges of @p key is not claimed, the oldest first; a hundred parts or so are enough.
    virtual result<std::vector<range_part>> unclaimed(const shard_key& key) = 0;
};

} // namespace vesta
