// Whether two sets of IDs share a number. Numbers are built bit by bit from the most significant down, in both layouts
// at once. Of the bits built so far only this matters: whether each of the four bounded values (time and machine of
// both) still equals its lower bound, and its upper bound. So there are at most 256 states a bit, and each is tried
// once.
#include <vesta/id/pattern.hpp>

#include <algorithm>
#include <bitset>
#include <utility>

namespace vesta {
namespace {

/// A value with bounds, and whether its upper bits still equal those of each bound.
struct bounded {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    bool at_low = true;
    bool at_high = true;

    /// Takes its next bit, at @p place. False if that leaves the bounds.
    bool take(unsigned place, bool bit) {
        const bool low_bit = (low >> place & 1) != 0;
        const bool high_bit = (high >> place & 1) != 0;
        if ((at_low && bit < low_bit) || (at_high && bit > high_bit)) return false;
        at_low = at_low && bit == low_bit;
        at_high = at_high && bit == high_bit;
        return true;
    }
};

/// One of the two layouts, and the values built in it.
class side {
  public:
    explicit side(const id_reach& from) : from_{&from} {
        const layout& of = from.of.of();
        machine_.low = from.first.value;
        machine_.high = std::min<std::uint64_t>(from.last.value, of.max(field::machine));
        ticks_.low = from.first_tick;
        ticks_.high = from.end_tick == 0 ? 0 : std::min(from.end_tick - 1, of.max(field::time));
    }

    bool is_empty() const { return from_->end_tick == 0 || machine_.low > machine_.high || ticks_.low > ticks_.high; }

    /// Takes the number's bit at @p place. False if no ID has it.
    bool take(unsigned place, bool bit) {
        const layout& of = from_->of.of();
        for (const field each : all_fields) {
            const unsigned low = of.shift(each);
            if (place < low || place >= low + of.width(each)) continue;
            if (each == field::seq) return true;
            if (each == field::time) return ticks_.take(place - low, bit);
            if (each == field::machine) return machine_.take(place - low, bit);
            return bit == ((from_->of.fixed()[each] >> (place - low) & 1) != 0);
        }
        return !bit; // above the layout
    }

    unsigned flags() const {
        return static_cast<unsigned>(machine_.at_low) | static_cast<unsigned>(machine_.at_high) << 1 |
               static_cast<unsigned>(ticks_.at_low) << 2 | static_cast<unsigned>(ticks_.at_high) << 3;
    }

  private:
    const id_reach* from_;
    bounded machine_;
    bounded ticks_;
};

/// Finds the smallest number; remembers the states without one.
class search {
  public:
    std::optional<std::uint64_t> find(const side& a, const side& b) { return find_below(64, 0, a, b); }

  private:
    /// Finds the lower @p open bits; @p number holds the upper ones.
    std::optional<std::uint64_t> find_below(unsigned open, std::uint64_t number, const side& a, const side& b) {
        if (open == 0) return number;
        const unsigned place = open - 1;
        const std::size_t state = std::size_t{place} << 8 | a.flags() << 4 | b.flags();
        if (in_vain_[state]) return std::nullopt;
        for (const bool bit : {false, true}) {
            side next_a = a;
            side next_b = b;
            if (!next_a.take(place, bit) || !next_b.take(place, bit)) continue;
            const std::uint64_t next = number | std::uint64_t{bit} << place;
            if (const auto found = find_below(place, next, next_a, next_b)) return found;
        }
        in_vain_.set(state);
        return std::nullopt;
    }

    std::bitset<64 * 256> in_vain_;
};

} // namespace

id_reach reach_between(id_pattern of, machine_id first, machine_id last, unix_ms from, unix_ms until) {
    const std::uint64_t first_tick = of.of().tick_at(from);
    const std::uint64_t end_tick = of.of().tick_from(until);
    return {std::move(of), first, last, first_tick, end_tick};
}

std::optional<id> meeting(const id_reach& a, const id_reach& b) {
    const side one{a};
    const side other{b};
    if (one.is_empty() || other.is_empty()) return std::nullopt;
    const auto found = search{}.find(one, other);
    if (!found) return std::nullopt;
    return id::from_bits(*found);
}

bool can_meet(const id_reach& a, const id_reach& b) {
    return meeting(a, b).has_value();
}

} // namespace vesta
