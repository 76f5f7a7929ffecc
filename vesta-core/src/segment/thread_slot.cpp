#include "thread_slot.hpp"

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>

namespace vesta::detail::slot {

constinit thread_local std::size_t current = unknown;

namespace {

constexpr std::size_t per_word = 64;
constinit std::array<std::atomic<std::uint64_t>, thread_slots / per_word> taken{};

/// A free bit of @p word, now set; `per_word` where there is none.
std::size_t take_bit(std::atomic<std::uint64_t>& word) noexcept {
    std::uint64_t seen = word.load(std::memory_order_relaxed);
    while (seen != ~std::uint64_t{0}) {
        const auto bit = static_cast<std::size_t>(std::countr_one(seen));
        // Acquire: what the slot's last thread did with it happened before.
        if (word.compare_exchange_weak(seen, seen | std::uint64_t{1} << bit, std::memory_order_acquire,
                                       std::memory_order_relaxed))
            return bit;
    }
    return per_word;
}

/// Frees the slot when its thread ends. Other thread-local objects that generate after that find no slot.
struct holder {
    std::size_t held = none;
    ~holder() {
        current = none;
        if (held < first_slot) return;
        const std::size_t index = held - first_slot;
        taken[index / per_word].fetch_and(~(std::uint64_t{1} << index % per_word), std::memory_order_release);
    }
};

thread_local holder mine;

} // namespace

std::size_t take() noexcept {
    for (std::size_t i = 0; i < taken.size(); ++i) {
        const std::size_t bit = take_bit(taken[i]);
        if (bit == per_word) continue;
        mine.held = first_slot + i * per_word + bit;
        return current = mine.held;
    }
    // Remembered: with a slot that comes free later it would find numbers lower than those it has seen.
    return current = none;
}

} // namespace vesta::detail::slot
