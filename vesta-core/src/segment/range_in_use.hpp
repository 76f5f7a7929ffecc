#pragma once

#include "held_ranges.hpp"

#include <vesta/segment/origin_ends.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace vesta::detail {

/// The range that callers take from, and the ends (exclusive) of the numbers used, which never come again.
class range_in_use {
  public:
    /// Before the first range; those below @p used were used before.
    explicit range_in_use(origin_ends used) noexcept : used_{std::move(used)} {}

    const held_range& present() const noexcept { return present_; }
    /// The ends while @p rest of the present range is left.
    origin_ends used(const range& rest) const {
        origin_ends now = used_;
        note(now, end_of(rest));
        return now;
    }
    /// The ends once the present range is closed.
    const origin_ends& used() const noexcept { return used_; }

    /// What was left of the present one may be joined to the front of @p next, and go back with it.
    void begin(const held_range& next) noexcept {
        const bool joined = next.of.origin == present_.of.origin && next.first() < present_.of.end;
        note(used_, joined ? next.first() : present_.of.end);
        present_ = next;
    }
    void close(const range& rest) noexcept { note(used_, end_of(rest)); }
    /// Others use all numbers of @p handed_out, and those below.
    void note(const segment& handed_out) noexcept { used_.raise(handed_out.origin, handed_out.end); }

  private:
    std::int64_t end_of(const range& rest) const noexcept {
        return rest.count != 0 ? static_cast<std::int64_t>(rest.first) : present_.of.end;
    }
    /// All numbers of the present range below @p end are used.
    void note(origin_ends& in, std::int64_t end) const noexcept {
        if (end > present_.first()) in.raise(present_.of.origin, end);
    }

    held_range present_;
    origin_ends used_;
};

} // namespace vesta::detail
