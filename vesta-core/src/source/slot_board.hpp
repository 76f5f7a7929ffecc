#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace vesta::detail {

/// The slots that are taken, one bit each. Everything that a thread did before it freed a slot happens before
/// everything that the slot's next thread does.
///
/// Thread-safety: safe.
/// @tparam Atomic std::atomic, except in tests/model/atomics.
template <std::size_t slots, template <class> class Atomic = std::atomic>
class slot_board {
  public:
    /// Takes a free slot; `slots` if there is none.
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

    /// Sets a free bit of @p word; `per_word` if there is none.
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
