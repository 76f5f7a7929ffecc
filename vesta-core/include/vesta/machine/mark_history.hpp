#pragma once

#include <vesta/id/layout_span.hpp>
#include <vesta/id/pattern.hpp>

#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vesta {

/// IDs that a machine ID may have been used for: those of one pattern, in the ticks from the one that holds `from` to
/// the last one that begins before `until`.
struct pattern_use {
    id_pattern of;
    unix_ms from{};
    unix_ms until{};

    friend bool operator==(const pattern_use&, const pattern_use&) = default;
};

/// When IDs of @p of are made: what @p spans has of it, else at all times.
layout_span span_of(const id_pattern& of, std::span<const pattern_use> spans);

/// The part of a stored mark besides its instant: which IDs lie below it. A regular value.
///
/// File marks and lease rows keep the same text.
/// Thread-safety: as any value.
struct mark_history {
    /// The limit of patterns in one history. The generators of a server have one each per way of publishing.
    static constexpr std::size_t most_uses = 64;

    /// No pattern occurs twice.
    std::vector<pattern_use> uses;

    /// One line per use, each ended by a line feed: `FROM UNTIL PATTERN`, with the instants in unix ms (0 to
    /// 253402300800000) and the pattern as `id_pattern::text`. At most 170 characters a line; empty without uses.
    std::string text() const;
    /// Reads exactly the texts that `text` writes.
    ///
    /// Errors: `state_unusable`, naming the first wrong line.
    static result<mark_history> parse(std::string_view text);

    friend bool operator==(const mark_history&, const mark_history&) = default;
};

/// A start at most this far ahead of the clock is waited for; beyond it is an error.
inline constexpr std::chrono::milliseconds longest_carry_over = std::chrono::minutes{1};

/// How far ahead of now `start_for` looks. `record_use` finds conflicts beyond, before they are covered.
inline constexpr std::chrono::milliseconds carry_over_horizon = std::chrono::days{31};

/// Where the owner of machine ID @p id starts: the first instant from @p mark on from which no pattern of @p wanted
/// makes a number that a recorded use may have made. Looks up to `carry_over_horizon` after @p now.
///
/// A pattern goes on from its own use without a gap; another begins at @p mark or with a tick. A recorded pattern that
/// is no longer wanted counts as used by every machine ID, since the rest of the fleet changes its layout too.
///
/// Without a mark (0) it looks from a day before @p now on, so that the history tells since when the machine ID is
/// used: uses may be there, of other ways of publishing. A mark without uses predates histories; it is the start.
///
/// Errors: `state_unusable` if the start is later than @p mark and more than `longest_carry_over` after @p now; says
/// both patterns, until when, and the remedy.
///
/// A pattern of @p spans (`lease_request::spans`) counts between its instants only.
result<unix_ms> start_for(const mark_history& found, unix_ms mark, std::span<const id_pattern> wanted, machine_id id,
                          unix_ms now, std::span<const pattern_use> spans = {});

/// The history to store with a mark at @p until, for an owner that read @p found and makes IDs of @p wanted from @p
/// start, the result of `start_for`.
///
/// Every write of the owner, the last and perhaps lower one too, passes the @p found of its beginning. If nothing was
/// recorded, @p wanted count as used since the first release of this program; those of @p spans between their instants
/// only.
///
/// Errors: `state_unusable` if a wanted pattern would repeat a number of another use, or the history would exceed
/// `most_uses`. Then nothing may be covered up to @p until.
result<mark_history> record_use(const mark_history& found, std::span<const id_pattern> wanted, machine_id id,
                                unix_ms start, unix_ms until, std::span<const pattern_use> spans = {});

} // namespace vesta
