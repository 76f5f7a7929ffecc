#pragma once

#include <vesta/id/pattern.hpp>

#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vesta {

/// IDs that a machine ID may have been used for: those of one pattern with ticks from the one that holds `from` to the
/// last that begins before `until`.
struct pattern_use {
    id_pattern of;
    unix_ms from{};
    unix_ms until{};

    friend bool operator==(const pattern_use&, const pattern_use&) = default;
};

/// What a stored mark says beside its instant: which IDs lie below it. File marks and lease rows keep the same text. A
/// regular value; safe to use from any thread.
struct mark_history {
    /// A history holds no more patterns. A server's generators have one each for every way of publishing.
    static constexpr std::size_t most_uses = 64;

    /// No pattern twice.
    std::vector<pattern_use> uses;

    /// One line a use, each ended by a line feed: `FROM UNTIL PATTERN`, the instants in unix ms (0 to 253402300800000)
    /// and the pattern as `id_pattern::text`. At most 170 characters a line. Empty without uses.
    std::string text() const;
    /// Reads exactly what `text` writes. Error: `state_unusable`, saying which line is wrong.
    static result<mark_history> parse(std::string_view text);

    friend bool operator==(const mark_history&, const mark_history&) = default;
};

/// A start this far ahead of the clock is waited for; one that lies further ahead is an error.
inline constexpr std::chrono::milliseconds longest_carry_over = std::chrono::minutes{1};

/// How far ahead `start_for` looks. What lies beyond is found by `record_use` before it is covered.
inline constexpr std::chrono::milliseconds carry_over_horizon = std::chrono::days{31};

/// Where the owner of machine ID @p id is to start: the least instant, not below @p mark, from which no pattern of
/// @p wanted makes a number that a recorded use may have made, up to `carry_over_horizon` after @p now. A pattern goes
/// on from its own use without a gap; another begins at @p mark or with a tick. What is wanted no more counts as used
/// by every machine ID, since the others of a fleet change their layout too.
///
/// Where there is neither a mark nor a use (0 and none) the answer is a day before @p now, so that the history will say
/// since when the machine ID is used. A mark without uses is older than histories: it counts, and is the answer.
///
/// Error: `state_unusable` where the start lies more than `longest_carry_over` after @p now and is not @p mark: says
/// both patterns, until when, and what to do.
result<unix_ms> start_for(const mark_history& found, unix_ms mark, std::span<const id_pattern> wanted, machine_id id,
                          unix_ms now);

/// The history to write beside a mark at @p until by an owner that read @p found, and makes IDs of @p wanted from
/// @p start, the answer of `start_for`, on. To be called with @p found as it was found before every write of that
/// owner, also before the last, whose mark may be lower. Where nothing was recorded, @p wanted count as used since this
/// program was first released.
///
/// Error: `state_unusable` where a wanted pattern would reach a number that another use may have made, or where there
/// would be more than `most_uses`: nothing may be covered up to @p until then.
result<mark_history> record_use(const mark_history& found, std::span<const id_pattern> wanted, machine_id id,
                                unix_ms start, unix_ms until);

} // namespace vesta
