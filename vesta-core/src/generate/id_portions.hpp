#pragma once

#include "source/portions.hpp"

#include <vesta/generate/portion_timer.hpp>
#include <vesta/id/id_range.hpp>

#include <algorithm>
#include <memory>
#include <span>

namespace vesta::detail {

/// The IDs that each thread has set aside of one time-based generator, as bits.
///
/// They were claimed from a populator, below its limit, so they are unique even if they are handed out late; their age
/// is bounded for the sake of their order in time.
///
/// Thread-safety: safe and lock-free. A forked child must not use it.
class id_portions {
  public:
    /// Threads set aside at most @p widest IDs at a time, which is at least 1.
    id_portions(std::shared_ptr<portion_timer> rounds, std::uint64_t widest)
        : rounds_{std::move(rounds)}, widest_{widest} {}

    /// Takes one ID of the calling thread's portion; false if there is none.
    bool take_one(id& one) noexcept {
        std::uint64_t bits = 0;
        if (!all_.find(slot::current).take_one(bits, rounds_->round())) return false;
        one = id::from_bits(bits);
        return true;
    }

    /// Takes the first of @p out; the number taken.
    std::size_t take(std::span<id> out) noexcept {
        const range got = all_.find(slot::current).take(out.size(), rounds_->round());
        for (std::uint64_t i = 0; i < got.count; ++i)
            out[i] = id::from_bits(got.at(i));
        return got.count;
    }

    /// Takes exactly @p count IDs, or drops all that there are: after IDs claimed later they would be out of order.
    id_range take_block(std::uint64_t count) noexcept {
        // A thread without a slot takes one now: another thread's rest may wait there, and what is claimed next is
        // later.
        portion& mine = all_.find(thread_slot());
        const std::uint64_t round = rounds_->round();
        if (mine.left(round) < count) {
            mine.abandon();
            return {};
        }
        const range got = mine.take(count, round);
        return {id::from_bits(got.first), got.count, got.stride};
    }

    /// A turn of the calling thread to set IDs aside, begun before it claims them.
    struct turn {
        portion* mine; ///< Null: the thread can have none.
        std::uint64_t round;
        std::uint64_t width; ///< The IDs to claim.

        void set_aside(const id_range& rest) noexcept {
            mine->set_aside({rest.first.bits(), rest.count, rest.stride}, round);
        }
    };

    /// Begins a turn. One that needs few IDs in a round sets few aside.
    turn begin_turn() noexcept {
        portion* const mine = all_.find_or_make(thread_slot());
        if (mine == nullptr) return {};
        mine->abandon(); // what is left is too old
        return {mine, rounds_->join(), mine->next_width(widest_)};
    }

  private:
    const std::shared_ptr<portion_timer> rounds_;
    const std::uint64_t widest_;
    portions all_{1};
};

} // namespace vesta::detail
