#pragma once

#include <vesta/base/error.hpp>
#include <vesta/id/id_range.hpp>

#include <chrono>
#include <cstddef>
#include <span>

namespace vesta {

/// The result of one attempt to get IDs.
struct grant {
    /// The number of IDs made, from the front of the span. They belong to the caller alone, even if it drops them.
    std::size_t made = 0;
    /// With IDs: how long to wait before handing them out. Without: when another attempt may succeed; 0 if none will.
    std::chrono::nanoseconds wait{0};
    /// Without IDs: the reason.
    errc why = errc::internal;
};

/// As `grant`, for a range.
struct range_grant {
    id_range range;
    std::chrono::nanoseconds wait{0};
    errc why = errc::internal;
};

/// A stream of unique IDs: of a time-based generator, a tag or a shard. A port.
///
/// It never waits and never throws; the caller decides how to wait (a thread sleeps, a server sets a timer).
/// Thread-safety: implementations are safe.
class id_source {
  public:
    virtual ~id_source() = default;

    /// Makes 1 to `out.size()` IDs, or none; `explain_refusal` then tells why. @p out is not empty.
    virtual grant try_generate(std::span<id> out) noexcept = 0;

    /// Makes 1 to @p count IDs in one piece that a client may count through itself, or none. @p count is at least 1.
    virtual range_grant try_range(std::uint64_t count) noexcept = 0;

    /// Makes exactly @p count IDs in one piece, or none. Smaller pieces that are left over may be lost.
    ///
    /// Errors: `invalid_argument` from a source that does not count, and so cannot promise one piece.
    virtual range_grant try_block(std::uint64_t) noexcept { return {.why = errc::invalid_argument}; }

    /// The full error for a refusal with code @p why: by how much, for how long, and the remedy.
    virtual error explain_refusal(errc why) const = 0;
};

} // namespace vesta
