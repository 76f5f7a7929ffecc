#include "atomic.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>

// The explorer itself: it has to find every outcome that the memory model allows in small programs whose outcomes are
// known, and none besides. (The names are those of the literature on memory models.)
namespace vesta::model {
namespace {

constexpr auto relaxed = std::memory_order_relaxed;
constexpr auto acquire = std::memory_order_acquire;
constexpr auto release = std::memory_order_release;

using results = std::array<int, 4>;

/// Two locations and what the threads saw of them.
struct pair_world {
    atomic<int> x{0};
    atomic<int> y{0};
    results seen{};
    static inline std::set<results> all;
    void check() const { all.insert(seen); }
};

template <class World>
std::set<results> outcomes_of() {
    World::all.clear();
    EXPECT_EQ(explored<World>({"x", "y"}).wrong, std::nullopt);
    return World::all;
}

template <std::memory_order writing, std::memory_order reading>
struct message_passing : pair_world {
    std::vector<explorer::body> threads() {
        return {[this] {
                    x.store(1, relaxed);
                    y.store(1, writing);
                },
                [this] {
                    seen[0] = y.load(reading);
                    seen[1] = x.load(relaxed);
                }};
    }
};

TEST(the_explorer, passes_messages_by_release_and_acquire_only) {
    const results missed{1, 0};
    EXPECT_FALSE((outcomes_of<message_passing<release, acquire>>().contains(missed)));
    EXPECT_TRUE((outcomes_of<message_passing<relaxed, acquire>>().contains(missed)));
    EXPECT_TRUE((outcomes_of<message_passing<release, relaxed>>().contains(missed)));
    EXPECT_EQ((outcomes_of<message_passing<release, acquire>>().size()), 3U);
}

struct store_buffering : pair_world {
    std::vector<explorer::body> threads() {
        return {[this] {
                    x.store(1, release);
                    seen[0] = y.load(acquire);
                },
                [this] {
                    y.store(1, release);
                    seen[1] = x.load(acquire);
                }};
    }
};

TEST(the_explorer, lets_both_miss_the_others_store) {
    EXPECT_EQ(outcomes_of<store_buffering>().size(), 4U);
}

struct coherence : pair_world {
    std::vector<explorer::body> threads() {
        return {[this] { x.store(1, relaxed); }, [this] { x.store(2, relaxed); },
                [this] {
                    seen[0] = x.load(relaxed);
                    seen[1] = x.load(relaxed);
                },
                [this] {
                    seen[2] = x.load(relaxed);
                    seen[3] = x.load(relaxed);
                }};
    }
};

TEST(the_explorer, keeps_one_order_of_the_writes_of_each_location) {
    const auto all = outcomes_of<coherence>();
    EXPECT_FALSE(all.contains({1, 0, 0, 0}));
    EXPECT_FALSE(all.contains({1, 2, 2, 1}));
    EXPECT_TRUE(all.contains({1, 2, 1, 2}));
    EXPECT_TRUE(all.contains({2, 1, 2, 1}));
}

struct independent_reads : pair_world {
    std::vector<explorer::body> threads() {
        return {[this] { x.store(1, release); }, [this] { y.store(1, release); },
                [this] {
                    seen[0] = x.load(acquire);
                    seen[1] = y.load(acquire);
                },
                [this] {
                    seen[2] = y.load(acquire);
                    seen[3] = x.load(acquire);
                }};
    }
};

TEST(the_explorer, lets_readers_disagree_about_the_order_of_independent_writes) {
    EXPECT_TRUE(outcomes_of<independent_reads>().contains({1, 0, 1, 0}));
}

struct crossed_writes : pair_world {
    std::vector<explorer::body> threads() {
        return {[this] {
                    x.store(1, relaxed);
                    y.store(2, relaxed);
                },
                [this] {
                    y.store(1, relaxed);
                    x.store(2, relaxed);
                }};
    }
    void check() {
        seen = {x.load(), y.load()};
        pair_world::check();
    }
};

TEST(the_explorer, puts_writes_before_others_that_their_thread_did_not_know_of) {
    EXPECT_TRUE(outcomes_of<crossed_writes>().contains({1, 1}));
}

struct updates : pair_world {
    std::vector<explorer::body> threads() {
        const auto count = [this] { x.fetch_add(1, relaxed); };
        return {count, count, [this] {
                    int was = 0;
                    seen[0] = x.compare_exchange_strong(was, 10, relaxed, relaxed) ? 1 : 0;
                }};
    }
    void check() {
        seen[1] = x.load();
        pair_world::check();
    }
};

TEST(the_explorer, has_no_two_updates_of_one_value) {
    EXPECT_EQ(outcomes_of<updates>(), (std::set<results>{{0, 2}, {1, 12}}));
}

struct release_sequence : pair_world {
    std::vector<explorer::body> threads() {
        return {[this] {
                    y.store(1, relaxed);
                    x.store(1, release);
                },
                [this] { x.fetch_add(1, relaxed); },
                [this] {
                    seen[0] = x.load(acquire);
                    seen[1] = y.load(relaxed);
                }};
    }
};

TEST(the_explorer, goes_on_with_a_release_over_the_updates_of_others) {
    const auto all = outcomes_of<release_sequence>();
    EXPECT_FALSE(all.contains({2, 0}));
    EXPECT_TRUE(all.contains({2, 1}));
}

template <std::memory_order writing>
struct load_buffering {
    atomic<int> x{0};
    atomic<int> y{0};
    std::vector<explorer::body> threads() {
        return {[this] {
                    x.load(relaxed);
                    y.store(1, writing);
                },
                [this] {
                    if (y.load(acquire) == 1) x.store(1, relaxed);
                }};
    }
    void check() {}
};

TEST(the_explorer, reports_a_load_that_a_later_write_may_overtake) {
    EXPECT_EQ((explored<load_buffering<release>>({}).wrong), std::nullopt);
    EXPECT_NE((explored<load_buffering<relaxed>>({}).wrong), std::nullopt);
}

template <std::memory_order order>
struct guarded_plain {
    plain<int> value{0};
    atomic<bool> there{false};
    std::vector<explorer::body> threads() {
        return {[this] {
                    value.put(1);
                    there.store(true, order);
                },
                [this] {
                    if (there.load(acquire)) expect(value.get() == 1, "the value is not there");
                }};
    }
    void check() { expect(value.get() == 1, "the value is lost"); }
};

TEST(the_explorer, reports_a_race_for_what_is_not_atomic) {
    EXPECT_EQ((explored<guarded_plain<release>>({}).wrong), std::nullopt);
    EXPECT_NE((explored<guarded_plain<relaxed>>({}).wrong), std::nullopt);
    const auto found = weigh<guarded_plain<release>>({"value", "there"});
    EXPECT_EQ(found.needed, (std::set<std::string>{"there: load acquire", "there: store release"}));
}

} // namespace
} // namespace vesta::model
