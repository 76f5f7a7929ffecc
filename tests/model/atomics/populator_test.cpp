#include "atomic.hpp"
#include "journal.hpp"
#include "support/layouts.hpp"

#include <generate/cas_populator.hpp>
#include <gmock/gmock.h>

namespace vesta::model {
namespace {

using populator = detail::cas_populator<atomic>;

const std::vector<std::string> populator_members{"next",       "~own",     "~backlog", "limit",
                                                 "open_until", "~open_in", "durable"};

const timeline& line() {
    static const timeline of{testing::plain_layout(time_unit::millisecond, 36, 2)};
    return of;
}
const detail::rules& by() {
    static const detail::rules of{line(), {}, line().first_of(1000)};
    return of;
}

/// Four positions a tick; own time and the clock stand at the first tick, and nothing is claimed.
struct claims : journal {
    populator from{by(), first};
    static inline const std::uint64_t first = line().first_of(1000);

    void limit(std::uint64_t count) { from.raise_limit(first + count); }
    claim ask(std::size_t thread, std::uint64_t wanted, std::int64_t tick = 1000) {
        const claim got = from.populate(line().start_of(tick), wanted, readiness::may_wait);
        if (got.why == refusal::none)
            for (std::uint64_t i = 0; i < got.count; ++i)
                add(thread, got.first + i - first);
        return got;
    }
};

/// Two threads in rounds of a millisecond: the one opens its ticks, and the other takes of what is open in the round
/// that it knows.
struct opening : claims {
    plain<int> durable{0};
    std::uint64_t end = 0;
    opening() { limit(2); }

    void ask_and_open(std::size_t thread, std::int64_t tick) {
        const claim got = ask(thread, 1, tick);
        if (got.why == refusal::none) from.open(got.first, static_cast<std::uint64_t>(tick));
    }
    void take_open(std::size_t thread, std::int64_t tick) {
        const open_claim got = from.populate_open(2, static_cast<std::uint64_t>(tick));
        for (std::uint64_t i = 0; i < got.count; ++i) {
            add(thread, got.first + i - first);
            if (got.first + i - first >= 2) expect(durable.get() == 1, "taken before it was durable");
        }
        if (got.count != 0) expect(line().tick_of(got.first) >= tick, "taken of a tick before that of the round");
    }

    std::vector<explorer::body> threads() {
        return {[this] {
                    ask_and_open(0, 1000);
                    ask_and_open(0, 1001);
                },
                [this] {
                    take_open(1, 1000);
                    ask_and_open(1, 1002);
                    take_open(1, 1001);
                },
                [this] {
                    durable.put(1);
                    limit(6);
                    end = from.close() - first;
                }};
    }
    void check() {
        expect_each_once();
        for (const std::uint64_t position : all())
            expect(position < end, "a position was claimed after closing");
        expect(from.populate_open(1, 1001).count == 0, "something is taken after closing");
    }
};

TEST(the_compare_and_swap_populator_explored, gives_of_open_ticks_each_position_once_and_only_what_is_durable) {
    const auto found = explored<opening>(populator_members);
    EXPECT_EQ(found.wrong, std::nullopt) << found.wrong.value_or("");
    EXPECT_GT(found.runs, 50U);
}

struct closing : claims {
    std::uint64_t end = 0;
    closing() { limit(100); }

    std::vector<explorer::body> threads() {
        return {[this] {
                    ask(0, 2);
                    ask(0, 1);
                },
                [this] { ask(1, 3, 1001); }, [this] { end = from.close() - first; }};
    }
    void check() {
        expect_each_once();
        for (const std::uint64_t position : all())
            expect(position < end, "a position was claimed after closing, at or above the end that it answered");
        expect(ask(3, 1).why == refusal::closed, "something is given after closing");
        expect(from.close() - first == end && from.next() - first == end, "the end is not the same each time");
    }
};

TEST(the_compare_and_swap_populator_explored, gives_no_position_twice_and_none_after_closing) {
    const auto found = explored<closing>(populator_members);
    EXPECT_EQ(found.wrong, std::nullopt) << found.wrong.value_or("");
    EXPECT_GT(found.runs, 50U);
}

/// Two renewals, the later one with a lower limit, and a thread that is served meanwhile.
struct limits : claims {
    plain<int> durable{0};
    limits() { limit(1); }

    std::vector<explorer::body> threads() {
        return {[this] {
                    durable.put(1);
                    limit(3);
                    limit(2);
                },
                [this] {
                    ask(0, 1);
                    if (ask(0, 4).why == refusal::none) expect(durable.get() == 1, "served before it was durable");
                },
                [this] { ask(1, 1); }};
    }
    void check() {
        ask(2, 4);
        expect_exactly({0, 1, 2});
    }
};

TEST(the_compare_and_swap_populator_explored, gives_nothing_that_is_not_durable_and_lowers_no_limit) {
    const auto found = explored<limits>(populator_members);
    EXPECT_EQ(found.wrong, std::nullopt) << found.wrong.value_or("");
}

/// Whoever knows that another was served gets a greater position.
struct order_of_calls : claims {
    atomic<bool> served{false};
    order_of_calls() { limit(100); }

    std::vector<explorer::body> threads() {
        return {[this] {
                    ask(0, 1);
                    served.store(true, std::memory_order_release);
                },
                [this] {
                    if (!served.load(std::memory_order_acquire)) return;
                    ask(1, 1);
                    expect(of(1).front() > of(0).front(), "a later call got an earlier position");
                },
                [this] { ask(2, 2, 1001); }};
    }
    void check() { expect_each_once(); }
};

TEST(the_compare_and_swap_populator_explored, gives_positions_in_the_order_of_calls) {
    const auto found = explored<order_of_calls>({"next", "~own", "~backlog", "limit", "served"});
    EXPECT_EQ(found.wrong, std::nullopt) << found.wrong.value_or("");
}

TEST(the_compare_and_swap_populator_explored, has_no_order_that_could_be_weaker) {
    verdict found = weigh<closing>(populator_members);
    found.add(weigh<limits>(populator_members));
    found.add(weigh<opening>(populator_members));
    EXPECT_THAT(found.needed, ::testing::ElementsAre("limit: load acquire", "limit: update release",
                                                     "open_until: load acquire", "open_until: store release"));
    EXPECT_THAT(found.spare, ::testing::IsEmpty());
}

} // namespace
} // namespace vesta::model
