#pragma once

#include <vesta/base/result.hpp>
#include <vesta/sharded/sharded_store.hpp>

#include <cstdint>
#include <vector>

namespace vesta {

/// The largest number of pieces in a queued range.
inline constexpr unsigned pieces_per_range = 32;

/// Neighbouring pieces of one range (low, high] of a shard: those from number `from` to before number `to`. A piece has
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
    /// One bit for each of its pieces.
    std::uint32_t mask() const noexcept {
        return static_cast<std::uint32_t>(((std::uint64_t{1} << to) - 1) & ~((std::uint64_t{1} << from) - 1));
    }
    /// Whether it is a valid part: in order, not empty, and within its range and its 49 bits.
    bool sound() const noexcept {
        return low >= 0 && low < high && high <= static_cast<std::int64_t>(largest_next) && from < to && to <= pieces();
    }

    friend bool operator==(const range_part&, const range_part&) noexcept = default;
};

/// All pieces of a range.
range_part whole(const shard_range& range);

/// The unclaimed parts of the range (low, high] of @p key; @p claimed has a bit for each claimed piece.
std::vector<range_part> unclaimed_parts(const shard_key& key, std::int64_t low, std::int64_t high,
                                        std::uint32_t claimed);

/// The claims on pieces of queued ranges: a fence in the database that decides, whatever a queue says. A port; every
/// implementation passes tests/conformance/sharded.
///
/// A queue may forget, repeat and reorder its content; only the node whose claim succeeded serves a piece
/// (docs/decisions/0021-sharded-fence.md).
///
/// Errors of every function: `store_unavailable`, `state_unusable`, `invalid_settings`.
/// Thread-safety: implementations are safe. Every function may block.
class range_ledger {
  public:
    virtual ~range_ledger() = default;

    /// Enters a range without claims. Only the node that reserved it from the store does so, and only once.
    ///
    /// Errors: `state_unusable` if it is there already.
    virtual result<void> enter(const shard_range& range) = 0;

    /// Claims all pieces of @p part for the caller, durably. False, without a change, unless all were unclaimed and the
    /// range was entered. After an error the caller has no claim, although the pieces may be claimed.
    virtual result<bool> claim(const range_part& part) = 0;

    /// Unclaimed parts of the ranges of @p key, the oldest first; about a hundred are enough.
    virtual result<std::vector<range_part>> unclaimed(const shard_key& key) = 0;
};

} // namespace vesta
