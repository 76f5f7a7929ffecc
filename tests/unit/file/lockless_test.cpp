#include "mark_rig.hpp"

#include <functional>
#include <memory>

// U7: two owners that no lock keeps apart, as on a network file system that is mounted without locks, or with two
// copies of the library in one process. Whatever the one does between two steps of the other, they never cover the same
// ticks.
namespace vesta::file {
namespace {

using vesta::testing::wrapped_disk;

class owners_without_locks : public mark_test {
  protected:
    std::shared_ptr<wrapped_disk> lockless_disk() const {
        auto on = std::make_shared<wrapped_disk>(open_disk(folder_ / "var").value());
        on->locks_work = false;
        return on;
    }

    static auto open_on(const std::shared_ptr<wrapped_disk>& on) {
        return open_mark(on, seven, wants({gen_method::embedded}));
    }

    /// Calls @p meanwhile just before step number @p step that @p on takes from now on.
    static void interrupt(wrapped_disk& on, std::size_t step, const std::function<void()>& meanwhile) {
        on.done.clear();
        on.before = [&on, step, meanwhile](const std::string&) {
            if (on.done.size() == step + 1) meanwhile();
            return result<void>{};
        };
    }

    void start_over() { std::filesystem::remove_all(folder_ / "var"); }
};

/// An owner, and the ticks it has been covered for: from where it started to its last mark that was written.
struct owner {
    std::unique_ptr<high_water_mark> mark;
    unix_ms from{};
    unix_ms to{};

    void opened(result<std::unique_ptr<high_water_mark>> got) {
        if (!got) return;
        mark = *std::move(got);
        from = to = mark->value();
    }
    bool advance(unix_ms target) {
        if (!mark || !mark->advance(target)) return false;
        to = target;
        return true;
    }
};

void expect_apart(const owner& a, const owner& b, std::size_t step) {
    EXPECT_TRUE(a.to <= b.from || b.to <= a.from)
        << "interrupted before step " << step << ": one was covered for " << a.from.time_since_epoch().count() << " to "
        << a.to.time_since_epoch().count() << ", the other for " << b.from.time_since_epoch().count() << " to "
        << b.to.time_since_epoch().count();
}

TEST_F(owners_without_locks, share_no_tick_whenever_one_comes_between_a_write_of_the_other) {
    for (int moves = 0; moves <= 3; ++moves) // of the one that comes in between
        for (std::size_t step = 0; step < 8; ++step) {
            start_over();
            const auto on = lockless_disk();
            owner a, b;
            a.opened(open_on(on));
            ASSERT_TRUE(a.advance(at(5000)));
            interrupt(*on, step, [&] {
                b.opened(open_on(lockless_disk()));
                for (int i = 1; i <= moves; ++i)
                    b.advance(at(20'000 + i));
            });
            a.advance(at(6000));
            ASSERT_GT(on->done.size(), step) << "there is no such step";
            expect_apart(a, b, step);
            on->before = {};
            a.advance(at(7000));
            b.advance(at(30'000));
            a.advance(at(8000));
            expect_apart(a, b, step);
        }
}

TEST_F(owners_without_locks, share_no_tick_whenever_one_writes_between_the_steps_of_a_start) {
    for (int moves = 1; moves <= 3; ++moves)
        for (std::size_t step = 0;; ++step) {
            start_over();
            owner a, b;
            a.opened(open_on(lockless_disk()));
            ASSERT_TRUE(a.advance(at(5000)));
            const auto on = lockless_disk();
            interrupt(*on, step, [&] {
                for (int i = 1; i <= moves; ++i)
                    a.advance(at(5000 + 1000 * i));
            });
            b.opened(open_on(on));
            on->before = {};
            if (on->done.size() <= step) break;
            b.advance(at(50'000));
            a.advance(at(9000));
            expect_apart(a, b, step);
        }
}

TEST_F(owners_without_locks, are_one_after_a_first_start_of_two) {
    for (int moves = 0; moves <= 3; ++moves)
        for (std::size_t step = 0;; ++step) {
            start_over();
            owner a, b;
            const auto on = lockless_disk();
            interrupt(*on, step, [&] {
                b.opened(open_on(lockless_disk()));
                for (int i = 1; i <= moves; ++i)
                    b.advance(at(1000 * i));
            });
            a.opened(open_on(on));
            on->before = {};
            if (on->done.size() <= step) break;
            a.advance(at(5000));
            b.advance(at(6000));
            expect_apart(a, b, step);
        }
}

TEST_F(owners_without_locks, are_told_that_the_machine_id_is_in_use_or_lost) {
    owner a, b;
    a.opened(open_on(lockless_disk()));
    ASSERT_TRUE(a.advance(at(5000)));
    b.opened(open_on(lockless_disk()));
    EXPECT_EQ(b.from, at(5000));
    EXPECT_EQ(a.mark->advance(at(6000)).error().code, errc::lease_lost);
    EXPECT_TRUE(b.advance(at(6000)));
    EXPECT_EQ(a.mark->release(at(1)).error().code, errc::lease_lost);
    EXPECT_EQ(stored().mark, at(6000));
}

} // namespace
} // namespace vesta::file
