#include "atomic.hpp"
#include "journal.hpp"

#include <gmock/gmock.h>
#include <segment/cursor.hpp>

namespace vesta::model {
namespace {

using cursor = detail::basic_cursor<atomic>;

const std::vector<std::string> cursor_members{"first", "count", "stride", "first", "count", "stride", "word"};

/// What the worlds share: a segment, and threads that take of it.
struct segments : journal {
    cursor from;
    segments() { from.install({10, 2, 3}); }

    void take(std::size_t thread, std::uint64_t wanted) {
        const auto got = from.take(wanted).numbers;
        for (std::uint64_t i = 0; i < got.count; ++i)
            add(thread, got.at(i));
    }
    void take_one(std::size_t thread) {
        std::uint64_t number = 0;
        std::uint64_t taken = 0;
        if (from.take_one(number, taken)) add(thread, number);
    }
    void change(std::size_t thread, const detail::range& to) {
        take(thread, 100); // what is left is drained, as where a row vanishes
        from.install(to);
    }
};

/// Two threads take while a third changes the segment.
struct change_for_two : segments {
    std::vector<explorer::body> threads() {
        return {[this] { take_one(0); }, [this] { take(1, 2); }, [this] { change(2, {100, 2, 5}); }};
    }
    void check() {
        take(3, 100);
        expect_exactly({10, 13, 100, 105});
    }
};

/// Whoever finds the segment used up begins the next one.
struct used_up : segments {
    used_up() { take(2, 1); }
    std::vector<explorer::body> threads() {
        return {[this] { take_one(0); },
                [this] {
                    if (from.rest().count != 0) return;
                    from.install({100, 1, 5});
                    take(1, 1);
                    from.install({1000, 1, 7});
                }};
    }
    void check() {
        take(2, 100);
        expect_each_once();
        expect_only({10, 13, 100, 1000});
    }
};

/// A slow thread takes while another changes the segment twice: the second time it writes where the first segment
/// stood.
template <bool one>
struct two_changes : segments {
    std::vector<explorer::body> threads() {
        return {[this] { one ? take_one(0) : take(0, 1); },
                [this] {
                    change(1, {100, 2, 5});
                    change(1, {1000, 1, 7});
                }};
    }
    void check() {
        take(2, 100);
        expect_exactly({10, 13, 100, 105, 1000});
    }
};

template <class World>
class a_cursor_in : public ::testing::Test {};
using cursor_worlds = ::testing::Types<change_for_two, used_up, two_changes<true>, two_changes<false>>;
TYPED_TEST_SUITE(a_cursor_in, cursor_worlds);

TYPED_TEST(a_cursor_in, gives_each_number_once) {
    const auto found = explored<TypeParam>(cursor_members);
    EXPECT_EQ(found.wrong, std::nullopt) << found.wrong.value_or("");
}

TEST(a_cursor_explored, has_no_order_that_could_be_weaker) {
    verdict found;
    found.add(weigh<change_for_two>(cursor_members));
    found.add(weigh<used_up>(cursor_members));
    found.add(weigh<two_changes<true>>(cursor_members));
    found.add(weigh<two_changes<false>>(cursor_members));
    EXPECT_THAT(found.needed, ::testing::ElementsAre("word: failed update acquire", "word: load acquire",
                                                     "word: store release", "word: update release"));
    EXPECT_THAT(found.spare, ::testing::IsEmpty());
}

} // namespace
} // namespace vesta::model
