#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vesta {

/// The stores that one tag's ranges may be from, at most; 1 but for several masters (`choose_masters`).
inline constexpr std::uint32_t most_origins = 16;

/// Ends (exclusive) of a tag's numbers, one for each store that its ranges are from; 0: none is known. Numbers of two
/// stores say nothing about each other: each has rows of its own.
///
/// Thread-safety: none.
class origin_ends {
  public:
    /// For @p origins stores, with no end known.
    static origin_ends of_stores(std::uint32_t origins) {
        origin_ends made;
        made.others_.resize(origins - 1);
        return made;
    }
    origin_ends() = default;
    /// The @p end of the only store.
    origin_ends(std::int64_t end) noexcept : first_{end} {} // NOLINT(google-explicit-constructor): nearly all have one

    std::int64_t of(std::uint32_t origin) const noexcept {
        if (origin == 0) return first_;
        return origin <= others_.size() ? others_[origin - 1] : 0;
    }
    std::int64_t largest() const noexcept {
        return others_.empty() ? first_ : std::max(first_, *std::ranges::max_element(others_));
    }
    /// Raises that of @p origin, which is one of the stores, to @p end if it is lower.
    void raise(std::uint32_t origin, std::int64_t end) noexcept {
        std::int64_t& known = origin == 0 ? first_ : others_[origin - 1];
        known = std::max(known, end);
    }
    std::uint32_t origins() const noexcept { return static_cast<std::uint32_t>(others_.size()) + 1; }

  private:
    std::int64_t first_ = 0;
    std::vector<std::int64_t> others_;
};

} // namespace vesta
