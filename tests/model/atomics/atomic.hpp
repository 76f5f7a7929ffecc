#pragma once

#include "explorer.hpp"

#include <atomic>
#include <bit>
#include <cstring>
#include <type_traits>

namespace vesta::model {

constexpr bool acquires(std::memory_order order) {
    return order == std::memory_order_acquire || order == std::memory_order_acq_rel ||
           order == std::memory_order_seq_cst;
}
constexpr bool releases(std::memory_order order) {
    return order == std::memory_order_release || order == std::memory_order_acq_rel ||
           order == std::memory_order_seq_cst;
}

template <class T>
std::uint64_t to_word(T value) {
    std::uint64_t word = 0;
    std::memcpy(&word, &value, sizeof value);
    return word;
}
template <class T>
T from_word(std::uint64_t word) {
    T value;
    std::memcpy(&value, &word, sizeof value);
    return value;
}

/// Stands in for std::atomic in the product's templates: every operation is the explorer's.
template <class T>
class atomic {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(std::uint64_t));
    using order = std::memory_order;
    static constexpr order strongest = std::memory_order_seq_cst;

  public:
    atomic() : atomic{T{}} {}
    atomic(T value) : where_{explorer::current().add_location(to_word(value), false)} {}
    atomic(const atomic&) = delete;
    atomic& operator=(const atomic&) = delete;
    T operator=(T value) {
        store(value);
        return value;
    }

    T load(order how = strongest) const { return from_word<T>(explorer::current().load(where_, acquires(how))); }
    void store(T value, order how = strongest) { explorer::current().store(where_, to_word(value), releases(how)); }
    T exchange(T value, order how = strongest) {
        return change(how, [&](T) { return value; });
    }
    T fetch_add(T by, order how = strongest) {
        return change(how, [&](T was) { return static_cast<T>(was + by); });
    }
    T fetch_sub(T by, order how = strongest) {
        return change(how, [&](T was) { return static_cast<T>(was - by); });
    }
    T fetch_or(T with, order how = strongest) {
        return change(how, [&](T was) { return static_cast<T>(was | with); });
    }
    T fetch_and(T with, order how = strongest) {
        return change(how, [&](T was) { return static_cast<T>(was & with); });
    }

    bool compare_exchange_strong(T& expected, T next, order how, order failed) {
        const T wanted = expected;
        const auto swap = [&](std::uint64_t was) {
            return from_word<T>(was) == wanted ? std::optional{to_word(next)} : std::nullopt;
        };
        expected =
            from_word<T>(explorer::current().update(where_, acquires(how), releases(how), acquires(failed), swap));
        return expected == wanted;
    }
    bool compare_exchange_strong(T& expected, T next, order how = strongest) {
        return compare_exchange_strong(expected, next, how, how);
    }
    /// One that fails for no reason would only try again.
    bool compare_exchange_weak(T& expected, T next, order how, order failed) {
        return compare_exchange_strong(expected, next, how, failed);
    }
    bool compare_exchange_weak(T& expected, T next, order how = strongest) {
        return compare_exchange_strong(expected, next, how, how);
    }

    void wait(T old, order how = strongest) const { explorer::current().wait(where_, to_word(old), acquires(how)); }
    void notify_one() {}
    void notify_all() {}

  private:
    template <class Change>
    T change(order how, const Change& by) {
        return from_word<T>(
            explorer::current().update(where_, acquires(how), releases(how), false, [&](std::uint64_t was) {
                return std::optional{to_word(by(from_word<T>(was)))};
            }));
    }

    const std::size_t where_;
};

/// A variable that is not atomic: what reads it, or writes it, must know of every write before.
template <class T>
class plain {
  public:
    explicit plain(T value = {}) : where_{explorer::current().add_location(to_word(value), true)} {}
    plain(const plain&) = delete;
    plain& operator=(const plain&) = delete;

    T get() const { return from_word<T>(explorer::current().load(where_, false)); }
    void put(T value) { explorer::current().store(where_, to_word(value), false); }

  private:
    const std::size_t where_;
};

/// Explores a world: a class made anew for each run, with `threads()`, what each of them does, and `check()`, for the
/// end.
template <class World>
outcome explored(std::vector<std::string> names, std::optional<half> weakened = {}) {
    explorer by{std::move(names), std::move(weakened)};
    std::unique_ptr<World> world;
    return by.explore([&] {
        world = std::make_unique<World>();
        return explorer::world{world->threads(), [&] { world->check(); }};
    });
}

/// The halves of orders without which World goes wrong, and those that it does not need.
struct verdict {
    std::set<std::string> needed;
    std::set<std::string> spare;

    /// What is needed in one world is not to be spared.
    void add(const verdict& other) {
        needed.insert(other.needed.begin(), other.needed.end());
        spare.insert(other.spare.begin(), other.spare.end());
        std::erase_if(spare, [this](const std::string& each) { return needed.contains(each); });
    }
};
template <class World>
verdict weigh(const std::vector<std::string>& names) {
    verdict found;
    for (const half& each : explored<World>(names).halves)
        (explored<World>(names, each).wrong ? found.needed : found.spare).insert(to_string(each));
    return found;
}

} // namespace vesta::model
