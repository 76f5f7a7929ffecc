#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace vesta::detail {

/// Which slots are taken: a bit each. What a thread did before it freed a slot happened before all that the next thread
/// does that takes it. Safe to use from any thread.
///
/// @tparam Atomic std::atomic, but in tests/model/atomics.
template <std::size_t slots, template <class> class Atomic = std::atomic>
class slot_board {
  public:
    /// The number of a slot that was free; `slots` where all are taken.
    std::size_t take() noexcept {
        for (std::size_t i = 0; i < taken_.size(); ++i)
            if (const std::size_t bit = take_bit(taken_[i]); bit != per_word) return i * per_word + bit;
        return slots;
    }

    void free(std::size_t slot) noexcept {
        taken_[slot / per_word].fetch_and(~(std::uint64_t{1} << slot % per_word), std::memory_order_release);
    }

  private:
    static constexpr std::size_t per_word = 64;
    static_assert(slots % per_word == 0);

    /// A free bit of @p word, now set; `per_word` where there is none.
    static std::size_t take_bit(Atomic<std::uint64_t>& word) noexcept {
        std::uint64_t seen = word.load(std::memory_order_relaxed);
        while (seen != ~std::uint64_t{0}) {
            const auto bit = static_cast<std::size_t>(std::countr_one(seen));
            if (word.compare_exchange_weak(seen, seen | std::uint64_t{1} << bit, std::memory_order_acquire,
                                           std::memory_order_relaxed))
                return bit;
        }
        return per_word;
    }

    std::array<Atomic<std::uint64_t>, slots / per_word> taken_{};
};

} // namespace vesta::detail
