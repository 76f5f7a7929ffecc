#include "atomic.hpp"
#include "journal.hpp"

#include <gmock/gmock.h>

#include <range_slot.hpp>

namespace vesta::model {
namespace {

using range_slot = rpc::detail::basic_range_slot<atomic>;

const std::vector<std::string> slot_members{"word", "count", "first", "stride", "expires"};
constexpr std::int64_t never = 1000;

struct ranges : journal {
    range_slot from;
    ranges() { from.put({id{10}, 2, 3}, never); }

    void take(std::size_t thread, std::uint64_t wanted, std::int64_t now = 0) {
        const auto got = from.take(wanted, now).range;
        for (std::uint64_t i = 0; i < got.count; ++i)
            add(thread, got.first.bits() + i * got.stride);
    }
};

/// Two threads take while a third puts another range there, with something left of the first.
struct replaced : ranges {
    std::vector<explorer::body> threads() {
        return {[this] { take(0, 1); }, [this] { take(1, 2); }, [this] { from.put({id{100}, 1, 5}, never); }};
    }
    void check() {
        take(3, 5);
        expect_each_once();
        expect_only({10, 13, 100});
    }
};

/// One thread takes, once and again, while another puts another range there.
struct replaced_once : ranges {
    std::vector<explorer::body> threads() {
        return {[this] {
                    take(0, 1);
                    take(0, 1);
                },
                [this] { from.put({id{100}, 2, 5}, never); }};
    }
    void check() {
        take(3, 5);
        expect_each_once();
        expect_only({10, 13, 100, 105});
    }
};

/// A slow thread takes while another changes the range twice.
struct replaced_twice : ranges {
    std::vector<explorer::body> threads() {
        return {[this] { take(0, 2); },
                [this] {
                    from.put({id{100}, 3, 5}, never);
                    take(1, 1);
                    from.put({id{1000}, 1, 7}, never);
                }};
    }
    void check() {
        take(3, 5);
        expect_each_once();
        expect_only({10, 13, 100, 105, 110, 1000});
    }
};

/// The first range is too old by now, the second is not.
struct replaced_when_old : ranges {
    replaced_when_old() { from.put({id{10}, 2, 3}, 5); }
    std::vector<explorer::body> threads() {
        return {[this] { take(0, 2, 5); }, [this] { from.put({id{100}, 2, 5}, 6); }};
    }
    void check() {
        expect_each_once();
        expect_only({100, 105});
    }
};

template <class World>
class a_range_slot_in : public ::testing::Test {};
using slot_worlds = ::testing::Types<replaced, replaced_once, replaced_twice, replaced_when_old>;
TYPED_TEST_SUITE(a_range_slot_in, slot_worlds);

TYPED_TEST(a_range_slot_in, gives_each_id_once_and_none_of_a_mixture) {
    const auto found = explored<TypeParam>(slot_members);
    EXPECT_EQ(found.wrong, std::nullopt) << found.wrong.value_or("");
}

TEST(a_range_slot_explored, has_no_order_that_could_be_weaker) {
    verdict found = weigh<replaced_once>(slot_members);
    found.add(weigh<replaced_twice>(slot_members));
    found.add(weigh<replaced_when_old>(slot_members));
    EXPECT_THAT(found.needed,
                ::testing::ElementsAre("count: load acquire", "count: store release", "expires: load acquire",
                                       "expires: store release", "first: load acquire", "first: store release",
                                       "stride: load acquire", "stride: store release", "word: failed update acquire",
                                       "word: load acquire", "word: store release"));
    // An update may not have a stronger order where it fails than where it succeeds, as far as g++ 12 is concerned.
    EXPECT_THAT(found.spare, ::testing::ElementsAre("word: update acquire"));
}

} // namespace
} // namespace vesta::model
