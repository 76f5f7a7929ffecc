#pragma once

#include <vesta/base/error.hpp>
#include <vesta/id/id_range.hpp>

#include <chrono>
#include <cstddef>
#include <span>

namespace vesta {

/// What one attempt gave.
struct grant {
    /// IDs made, from the front of the span; they belong to the caller alone, whether it lets them out or drops them.
    std::size_t made = 0;
    /// With IDs: how long to wait before letting them out. Without: when another attempt may succeed; 0 where it will
    /// not.
    std::chrono::nanoseconds wait{0};
    /// Without IDs: why.
    errc why = errc::internal;
};

/// As `grant`, for a range.
struct range_grant {
    id_range range;
    std::chrono::nanoseconds wait{0};
    errc why = errc::internal;
};

/// A stream of unique IDs: a time-based generator, a tag's numbers, a shard's. It never waits and never throws; whoever
/// calls decides how to wait (a thread rests, a server sets a timer). Safe to use from any thread.
class id_source {
  public:
    virtual ~id_source() = default;

    /// Makes 1 to `out.size()` IDs, or none: then `explain_refusal` has the words for it. @p out is not empty.
    virtual grant try_generate(std::span<id> out) noexcept = 0;

    /// Makes 1 to @p count IDs in one piece that a client may count through by itself, or none. @p count is not 0.
    virtual range_grant try_range(std::uint64_t count) noexcept = 0;

    /// Makes exactly @p count IDs in one piece, or none. What this leaves in smaller pieces may be lost. Only counting
    /// sources can promise it; the others refuse with `invalid_argument`.
    virtual range_grant try_block(std::uint64_t) noexcept { return {.why = errc::invalid_argument}; }

    /// The whole error behind a refusal with the code @p why: by how much, for how long, and what to do.
    virtual error explain_refusal(errc why) const = 0;
};

} // namespace vesta
