#include "support/copies.hpp"
#include "support/node.hpp"

#include <vesta/base/fork.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <thread>
#include <utility>
#include <vector>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

/// Calls back when it is read, which a reservation does with its lock held.
class calling_clock final : public wall_clock {
  public:
    unix_ns now() const noexcept override {
        if (const auto call = std::exchange(next_call, {})) call();
        return system_wall_clock().now();
    }
    void rest(std::chrono::nanoseconds duration) const override { system_wall_clock().rest(duration); }

    mutable std::function<void()> next_call;
};

class a_copied_process : public ::testing::TestWithParam<way_to_copy> {};

TEST_P(a_copied_process, has_a_number_that_no_ancestor_had) {
    const auto parent = fork_count();
    ASSERT_NE(parent, 0U);
    EXPECT_TRUE(holds_in_copy(GetParam(), [&] {
        if (is_process(parent) || fork_count() == parent || !is_process(fork_count())) return false;
        const auto child = fork_count();
        return holds_in_copy(GetParam(), [&] { return fork_count() != parent && fork_count() != child; });
    }));
    EXPECT_EQ(fork_count(), parent) << "the parent is what it was";
}

TEST_P(a_copied_process, has_one_that_its_parent_had_not_either_where_the_parent_never_asked) {
    const auto first = fork_count();
    EXPECT_TRUE(holds_in_copy(GetParam(), [&] { // does not ask before it is copied
        return holds_in_copy(GetParam(), [&] { return !is_process(first) && fork_count() != first; });
    }));
}

// U4: of 200,000 IDs of a child of _Fork(), 195,904 were its parent's too.
TEST_P(a_copied_process, makes_no_id_with_what_its_parent_opened) {
    memory_marks marks;
    node made{marks, system_wall_clock()};
    ASSERT_TRUE(made->generate());
    EXPECT_TRUE(holds_in_copy(GetParam(), [&] {
        id one;
        return made->try_generate({&one, 1}).why == errc::forked && made->try_range(5).why == errc::forked &&
               made.source().is_over() && made.source().renew().error().code == errc::forked;
    }));
    EXPECT_TRUE(made->generate()) << "the parent goes on";
}

// A thread of the parent was just renewing; in the child it is not there to unlock anything.
TEST_P(a_copied_process, waits_for_no_lock_that_its_parent_held) {
    memory_marks marks;
    const calling_clock clock;
    node made{marks, clock};
    bool is_refused = false;
    clock.next_call = [&] {
        is_refused = holds_in_copy(GetParam(), [&] {
            return made->generate().error().code == errc::forked && made.source().is_over() &&
                   made.source().renew().error().code == errc::forked;
        });
    };
    ASSERT_TRUE(made.source().renew(true));
    EXPECT_TRUE(is_refused);
}

TEST_P(a_copied_process, opens_a_generator_of_its_own) {
    memory_marks marks;
    node made{marks, system_wall_clock()};
    EXPECT_TRUE(holds_in_copy(GetParam(), [] {
        memory_marks own_marks;
        node own{own_marks, system_wall_clock()};
        return own->generate().has_value();
    }));
}

TEST_P(a_copied_process, gets_one_number_for_all_its_threads) {
    EXPECT_TRUE(holds_in_copy(GetParam(), [] {
        std::vector<std::uint32_t> numbers(8);
        std::vector<std::thread> threads;
        for (auto& each : numbers)
            threads.emplace_back([&each] { each = fork_count(); });
        for (auto& each : threads)
            each.join();
        return std::ranges::all_of(numbers, [](std::uint32_t each) { return is_process(each); });
    }));
}

INSTANTIATE_TEST_SUITE_P(by, a_copied_process, ::testing::ValuesIn(ways_to_copy),
                         [](const auto& tested) { return std::string{tested.param.name}; });

// The thread sanitizer makes vfork a fork.
#if !defined(__has_feature)
#define VESTA_HAS_VFORK 1
#elif !__has_feature(thread_sanitizer)
#define VESTA_HAS_VFORK 1
#endif
#ifdef VESTA_HAS_VFORK
// It shares its parent's memory: what it takes is gone for its parent.
TEST(a_process_made_by_vfork, takes_from_its_parents_generator_what_its_parent_does_not_get) {
    memory_marks marks;
    manual_clock clock{new_year_2026};
    node made{marks, clock};
    static id taken;
    const id before = made->generate().value();
    const pid_t child = ::vfork();
    if (child == 0) {
        made->try_generate({&taken, 1});
        ::_exit(0);
    }
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    EXPECT_GT(taken, before);
    EXPECT_GT(made->generate().value(), taken);
}
#endif

} // namespace
} // namespace vesta::testing
