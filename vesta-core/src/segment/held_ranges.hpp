#pragma once

#include "source/range.hpp"

#include <vesta/segment/segment_store.hpp>

#include <algorithm>
#include <array>

namespace vesta::detail {

/// A reserved range, and the numbers in it that are ours: all of them, unless there are several masters.
struct held_range {
    segment of;
    range ours;

    static held_range from(const segment& made) noexcept {
        const auto first = static_cast<std::uint64_t>(made.first);
        const auto width = static_cast<std::uint64_t>(made.end - made.first);
        const std::uint64_t delta = made.facts.delta;
        const std::uint64_t skip = (made.facts.remainder + delta - first % delta) % delta;
        return {made, {first + skip, width > skip ? (width - skip - 1) / delta + 1 : 0, delta}};
    }
    /// Whether it goes on where @p rest, which is left of @p before, ends.
    bool continues(const range& rest, const held_range& before) const noexcept {
        return rest.end() == ours.first && rest.stride == ours.stride && before.of.origin == of.origin;
    }
    /// The first number, as a row has it.
    std::int64_t first() const noexcept { return static_cast<std::int64_t>(ours.first); }
};

/// The ranges that wait for their turn, the oldest first.
class held_ranges {
  public:
    static constexpr std::size_t most = 3;

    std::size_t size() const noexcept { return size_; }
    const held_range& front() const noexcept { return ranges_.front(); }
    void push_back(const held_range& next) noexcept { ranges_[size_++] = next; }
    void push_front(const held_range& next) noexcept {
        std::shift_right(ranges_.begin(), ranges_.end(), 1);
        ranges_.front() = next;
        ++size_;
    }
    held_range pop_front() noexcept {
        const held_range first = front();
        std::shift_left(ranges_.begin(), ranges_.end(), 1);
        --size_;
        return first;
    }
    held_range pop_back() noexcept { return ranges_[--size_]; }
    /// How many numbers they hold together.
    std::uint64_t count() const noexcept {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < size_; ++i)
            sum += ranges_[i].ours.count;
        return sum;
    }

  private:
    std::array<held_range, most> ranges_;
    std::uint8_t size_ = 0;
};

} // namespace vesta::detail
