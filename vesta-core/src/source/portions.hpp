#pragma once

#include "portion.hpp"
#include "thread_slot.hpp"

#include <vesta/base/published.hpp>

#include <array>
#include <cstdint>

namespace vesta::detail {

/// The portions of one tag or generator, one per thread slot, each made when its thread first needs it. An empty one
/// stands in its place before, so that the fast path tests nothing.
class portions {
  public:
    /// @p first_width is that of each portion.
    explicit portions(std::uint64_t first_width = 16) noexcept;
    portions(const portions&) = delete;
    portions& operator=(const portions&) = delete;
    ~portions();

    /// Portions that are empty and stay empty.
    static portions* nobody() noexcept;

    portion& find(std::size_t slot) const noexcept { return *each_[slot].get(); }

    /// The portion of the calling thread's slot; null if it has no slot, or there is no memory.
    portion* find_or_make(std::size_t slot) noexcept;

    /// Numbers set aside in one epoch; and those set aside in others or dropped, which no caller gets.
    struct content {
        std::uint64_t held = 0;
        std::uint64_t lost = 0;
    };
    content count(std::uint64_t epoch) const noexcept;

  private:
    const std::uint64_t first_width_;
    std::array<published<portion>, first_slot + thread_slots> each_;
};

} // namespace vesta::detail
