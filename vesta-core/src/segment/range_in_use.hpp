#pragma once

#include "held_ranges.hpp"

#include <algorithm>
#include <cstdint>

namespace vesta::detail {

/// The range that callers take from, and the end (exclusive) of the numbers used, which never come again; 0: unknown.
class range_in_use {
  public:
    /// Before the first range; @p used_end was used before.
    explicit range_in_use(std::int64_t used_end) noexcept : used_end_{used_end} {}

    const held_range& present() const noexcept { return present_; }
    /// The end while @p rest of the present range is left.
    std::int64_t used_end(const range& rest) const noexcept {
        return with(rest.count != 0 ? static_cast<std::int64_t>(rest.first) : present_.of.end);
    }
    /// The end once the present range is closed.
    std::int64_t used_end() const noexcept { return used_end_; }

    /// What was left of the present one may be joined to the front of @p next, and go back with it.
    void begin(const held_range& next) noexcept {
        used_end_ = with(std::min(present_.of.end, next.first()));
        present_ = next;
    }
    void close(const range& rest) noexcept { used_end_ = used_end(rest); }
    /// Others use all numbers below @p end.
    void note(std::int64_t end) noexcept { used_end_ = std::max(used_end_, end); }

  private:
    /// All numbers of the present range below @p end are used.
    std::int64_t with(std::int64_t end) const noexcept {
        return end > present_.first() ? std::max(used_end_, end) : used_end_;
    }

    held_range present_;
    std::int64_t used_end_;
};

} // namespace vesta::detail
