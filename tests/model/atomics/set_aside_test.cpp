#include "atomic.hpp"
#include "journal.hpp"

#include <gmock/gmock.h>
#include <segment/set_aside.hpp>

namespace vesta::model {
namespace {

const std::vector<std::string> row_members{"first", "count", "stride", "first", "count", "stride", "word",
                                           "next",  "end",   "stride", "epoch", "lost",  "epoch",  "vanished"};

/// A thread sets numbers aside while the row of the tag vanishes, and comes back with numbers of its own.
struct vanishing_row : journal {
    detail::basic_cursor<atomic> from;
    detail::basic_portion<atomic> mine;
    atomic<std::uint32_t> epoch{0};
    atomic<bool> vanished{false};
    detail::range dropped;
    vanishing_row() { from.install({10, 4, 3}); }

    void take(std::size_t thread, std::uint64_t wanted) {
        const auto got = detail::take_with_portion(from, mine, epoch, wanted, 3).numbers;
        for (std::uint64_t i = 0; i < got.count; ++i)
            add(thread, got.at(i));
    }
    bool take_aside(std::size_t thread) {
        std::uint64_t number = 0;
        if (!mine.take_one(number, epoch.load(std::memory_order_relaxed))) return false;
        add(thread, number);
        return true;
    }
    std::vector<explorer::body> threads() {
        return {[this] {
                    take(0, 1);
                    const bool knows = vanished.load(std::memory_order_acquire);
                    if (take_aside(0) && knows)
                        expect(of(0).back() >= 100, "a number of the row that vanished was given out after that");
                },
                [this] {
                    dropped = detail::end_epoch(from, epoch);
                    from.install({100, 2, 5});
                    vanished.store(true, std::memory_order_release);
                }};
    }
    void check() {
        for (std::uint64_t i = 0; i < dropped.count; ++i)
            add(1, dropped.at(i));
        expect_each_once();
        expect_only({10, 13, 16, 19, 100, 105});
    }
};

TEST(what_is_set_aside_explored, is_void_once_its_row_has_vanished) {
    const auto found = explored<vanishing_row>(row_members);
    EXPECT_EQ(found.wrong, std::nullopt) << found.wrong.value_or("");
}

TEST(what_is_set_aside_explored, needs_the_orders_of_the_cursor_and_no_others) {
    const auto found = weigh<vanishing_row>(row_members);
    EXPECT_THAT(found.needed, ::testing::ElementsAre("vanished: load acquire", "vanished: store release",
                                                     "word: failed update acquire", "word: load acquire",
                                                     "word: store release", "word: update release"));
    EXPECT_THAT(found.spare, ::testing::IsEmpty());
}

} // namespace
} // namespace vesta::model
