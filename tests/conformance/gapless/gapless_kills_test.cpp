#include "gapless_places.hpp"
#include "support/random.hpp"

#include <vesta/gapless/gapless_generator.hpp>

#include <gmock/gmock.h>
#include <sys/wait.h>

#include <array>
#include <csignal>
#include <set>
#include <thread>
#include <unistd.h>

// Processes that give numbers without gaps and are killed in the middle of it. Their callers ask the next process with
// the same keys.
namespace vesta::testing {
namespace {

constexpr int callers = 8;

/// What a caller was told, as a process writes it into a pipe in one piece.
struct told_number {
    int caller;
    std::int64_t serial; ///< Of its key.
    std::int64_t number;
};

/// The key that each caller asks with until it has a number.
using serials = std::array<std::int64_t, callers>;

std::string key_of(int caller, std::int64_t serial) {
    return std::to_string(caller) + "-" + std::to_string(serial);
}

/// A process whose callers take one number after the other, until it is killed.
template <class Place>
[[noreturn]] void give_numbers(Place& in, serials from, int report) {
    ::alarm(60);
    auto store = in.open(book_start::existing);
    if (!store) ::_exit(1);
    gapless_generator generator{*std::move(store), {.tags = {"order"}}};
    std::vector<std::thread> threads;
    for (int caller = 0; caller < callers; ++caller)
        threads.emplace_back([&generator, caller, report, serial = from[static_cast<std::size_t>(caller)]]() mutable {
            for (;; ++serial) {
                const auto told = generator.take({"order", key_of(caller, serial)});
                const told_number line{caller, serial, told.number};
                if (told.number == 0 || ::write(report, &line, sizeof line) != sizeof line) ::_exit(2);
            }
        });
    for (auto& each : threads)
        each.join();
    ::_exit(0);
}

template <class Place>
class numbers_under_kills : public ::testing::Test {
  protected:
    /// Starts a process, and kills it after @p answers.
    void live_and_kill(std::uint64_t answers) {
        std::array<int, 2> ends{};
        ASSERT_EQ(::pipe(ends.data()), 0);
        const pid_t child = ::fork();
        if (child == 0) give_numbers(place_, next_, ends[1]);
        ::close(ends[1]);
        told_number line{};
        for (std::uint64_t i = 0; ::read(ends[0], &line, sizeof line) == sizeof line; ++i) {
            hear(line);
            if (i == answers) ::kill(child, SIGKILL);
        }
        ::close(ends[0]);
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << "it ended by itself: " << status;
    }

    void hear(const told_number& line) {
        const auto caller = static_cast<std::size_t>(line.caller);
        EXPECT_EQ(line.serial, next_[caller]);
        next_[caller] = line.serial + 1;
        EXPECT_TRUE(told_.insert(line.number).second) << line.number << " twice";
    }

    Place place_;
    serials next_{};
    std::set<std::int64_t> told_;
};

TYPED_TEST_SUITE(numbers_under_kills, gapless_places);

TYPED_TEST(numbers_under_kills, have_no_gap_and_no_duplicate_when_callers_ask_again_with_their_keys) {
    auto random = random_source::announced();
    const char* const wanted = std::getenv("VESTA_CRASHES");
    const int kills = wanted != nullptr ? std::atoi(wanted) : 4;
    this->place_.most_keys = 1'000'000;
    ASSERT_TRUE(this->place_.open(book_start::anew));
    for (int i = 0; i < kills; ++i)
        this->live_and_kill(random.below(150));
    gapless_generator last{this->place_.open(book_start::existing).value(), {.tags = {"order"}}};
    for (int caller = 0; caller < callers; ++caller) {
        const std::int64_t serial = this->next_[static_cast<std::size_t>(caller)];
        const auto told = last.take({"order", key_of(caller, serial)});
        this->hear({caller, serial, told.number});
    }
    ASSERT_FALSE(this->told_.empty());
    EXPECT_EQ(*this->told_.begin(), 1);
    EXPECT_EQ(*this->told_.rbegin(), static_cast<std::int64_t>(this->told_.size())) << "a gap";
    EXPECT_EQ(last.series().value().front().last, *this->told_.rbegin()) << "a number that nobody was told";
}

} // namespace
} // namespace vesta::testing
