#include "atomic.hpp"
#include "journal.hpp"

#include <vesta/base/published.hpp>

#include <generate/fair_mutex.hpp>
#include <gmock/gmock.h>
#include <segment/set_aside.hpp>
#include <source/slot_board.hpp>

#include <mutex>

// How threads hand things to each other: the slot of one that ends, an object that one made, the place in a line.
namespace vesta::model {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// One slot is left, and three threads that need it for a moment, each after the other. What is set aside goes with the
/// slot.
struct one_slot : journal {
    detail::slot_board<64, atomic> board;
    detail::basic_portion<atomic> mine;
    plain<int> users{0};
    one_slot() {
        for (int i = 0; i < 63; ++i)
            board.take();
        mine.set_aside({10, 3, 3}, 0);
    }

    void use(std::size_t thread) {
        const std::size_t slot = board.take();
        if (slot == 64) return;
        users.put(users.get() + 1);
        std::uint64_t number = 0;
        if (mine.take_one(number, 0)) add(thread, number);
        board.free(slot);
    }
    std::vector<explorer::body> threads() {
        return {[this] { use(0); }, [this] { use(1); }};
    }
    void check() {
        use(2);
        expect_each_once();
        expect_only({10, 13, 16});
        expect(static_cast<std::size_t>(users.get()) == all().size(), "a thread used a slot and got nothing");
    }
};

const std::vector<std::string> slot_names{"taken", "next", "end", "stride", "epoch", "lost", "users"};

TEST(a_slot_explored, hands_all_that_was_done_with_it_to_its_next_thread) {
    const auto found = explored<one_slot>(slot_names);
    EXPECT_EQ(found.wrong, std::nullopt) << found.wrong.value_or("");
}

TEST(a_slot_explored, has_no_order_that_could_be_weaker) {
    const auto found = weigh<one_slot>(slot_names);
    EXPECT_THAT(found.needed, ElementsAre("taken: update acquire", "taken: update release"));
    EXPECT_THAT(found.spare, IsEmpty());
}

/// Two threads make an object, and a third looks for one.
struct maker {
    struct object {
        plain<int> value{0};
    };
    object first;
    object second;
    detail::published<object, atomic> there;

    void make(object& own) {
        own.value.put(7);
        object* found = nullptr;
        if (!there.put_in_place_of(found, &own)) expect(found->value.get() == 7, "the other's is not whole");
    }
    std::vector<explorer::body> threads() {
        return {[this] { make(first); }, [this] { make(second); },
                [this] {
                    if (const object* const found = there.get()) expect(found->value.get() == 7, "it is not whole");
                }};
    }
    void check() { expect(there.get() != nullptr, "nobody put anything"); }
};

/// One thread puts object after object.
struct replacer {
    plain<int> first{0};
    plain<int> second{0};
    detail::published<plain<int>, atomic> there;

    std::vector<explorer::body> threads() {
        return {[this] {
                    first.put(1);
                    there.put(&first);
                    second.put(1);
                    there.put(&second);
                },
                [this] {
                    if (const auto* const found = there.get()) expect(found->get() == 1, "it is not whole");
                }};
    }
    void check() {}
};

TEST(what_is_published_explored, is_found_whole_or_not_at_all) {
    const std::vector<std::string> names{"first", "second", "pointer"};
    for (const auto& found : {explored<maker>(names), explored<replacer>(names)})
        EXPECT_EQ(found.wrong, std::nullopt) << found.wrong.value_or("");
    const auto made = weigh<maker>(names);
    EXPECT_THAT(made.needed,
                ElementsAre("pointer: failed update acquire", "pointer: load acquire", "pointer: update release"));
    EXPECT_THAT(made.spare, IsEmpty());
    const auto put = weigh<replacer>(names);
    EXPECT_THAT(put.needed, ElementsAre("pointer: load acquire", "pointer: store release"));
}

/// Three threads in turn.
struct line_of_three {
    detail::fair_mutex<atomic> lock;
    plain<int> count{0};

    std::vector<explorer::body> threads() {
        const auto work = [this] {
            const std::lock_guard guard{lock};
            count.put(count.get() + 1);
        };
        return {work, work, work};
    }
    void check() { expect(count.get() == 3, "a turn was lost"); }
};

TEST(the_fair_mutex_explored, lets_one_in_after_the_other) {
    std::vector<std::string> names(65, "board");
    names.front() = "tickets";
    const auto found = explored<line_of_three>(names);
    EXPECT_EQ(found.wrong, std::nullopt) << found.wrong.value_or("");
    const auto orders = weigh<line_of_three>(names);
    EXPECT_THAT(orders.needed, ElementsAre("board: load acquire", "board: store release"));
    EXPECT_THAT(orders.spare, IsEmpty());
}

} // namespace
} // namespace vesta::model
