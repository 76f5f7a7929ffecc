#include <vesta/machine/reign_watch.hpp>

#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

store_answer told_by(const std::string& holder, std::int64_t revision) {
    return {.holder = holder, .revision = revision, .at = unix_ms{std::chrono::seconds{1}}};
}

/// What is known after a look at @p of that was told by @p from.
reign_watch::knowledge known_after(const store_answer& from, const reign& of) {
    reign_watch watch;
    watch.remember(from, of);
    return watch.known();
}

TEST(a_reign, goes_on_while_nothing_is_of_the_past) {
    const reign first = reign::begin(1, "a");
    const auto known = known_after(told_by("a", 10), first);
    EXPECT_FALSE(known.has_ended(told_by("a", 10), first));
    EXPECT_FALSE(known.has_ended(told_by("a", 11), first));
    EXPECT_TRUE(known.has_ended(told_by("a", 9), first));
    EXPECT_FALSE(known.has_ended(told_by("a", 9), reign::begin(2, "a"))) << "somebody ended it";
    EXPECT_FALSE(reign_watch{}.known().has_ended(told_by("a", 1), first));
}

TEST(a_reign, of_the_next_holder_follows) {
    const auto known = known_after(told_by("a", 10), reign::begin(5, "a"));
    EXPECT_FALSE(known.has_ended(told_by("b", 12), reign::begin(6, "b")));
    EXPECT_FALSE(known.has_ended(told_by("b", 12), reign::begin(1, "b"))) << "whoever began it knew no former one";
}

TEST(a_reign, of_a_former_holder_is_a_backup_s) {
    const reign former = reign::begin(1, "a");
    const auto known = known_after(told_by("b", 1000), reign::begin(2, "b"));
    EXPECT_TRUE(known.has_ended(told_by("a", 500), former));
    EXPECT_FALSE(known.has_ended(told_by("a", 501), reign::begin(3, "a"))) << "somebody ended it";
}

} // namespace
} // namespace vesta::testing
