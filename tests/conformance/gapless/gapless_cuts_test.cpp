#include "gapless_places.hpp"
#include "support/random.hpp"
#include "support/store_proxy.hpp"

#include <vesta/gapless/gapless_generator.hpp>

#include <gmock/gmock.h>

#include <array>
#include <atomic>
#include <set>
#include <thread>

// Numbers without gaps from a server that is cut off again and again. Callers ask until they have a number, each time
// with the same key.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

class numbers_over_cut_connections : public ::testing::TestWithParam<const char*> {
  protected:
    numbers_over_cut_connections() {
        behind.to.port = static_cast<std::uint16_t>(std::stoi(proxy.port()));
        behind.to.answer_timeout = 2s;
        behind.to.lock_timeout = 1s;
        EXPECT_TRUE(behind.open(book_start::anew));
    }

    /// Asks until there is a number.
    static std::int64_t insist(gapless_generator& on, const std::string& key, std::atomic<int>& unknown) {
        for (;;) {
            const auto told = on.take({"order", key});
            if (told.number != 0) return told.number;
            unknown += told.unknown ? 1 : 0;
            std::this_thread::sleep_for(1ms);
        }
    }

    store_proxy proxy{GetParam()};
    table_place behind{options_of(GetParam())};
};

TEST_P(numbers_over_cut_connections, have_no_gap_and_no_duplicate_when_callers_insist) {
    constexpr std::size_t callers = 6;
    std::array<std::vector<std::int64_t>, callers> taken;
    std::atomic<bool> ends = false;
    std::atomic<int> unknown = 0;
    {
        gapless_generator ours{behind.open(book_start::existing).value(), {.tags = {"order"}}};
        gapless_generator other{behind.open(book_start::existing).value(), {.tags = {"order"}}};
        std::vector<std::jthread> threads;
        for (std::size_t caller = 0; caller < callers; ++caller)
            threads.emplace_back([&, caller] {
                for (int i = 0; !ends; ++i) {
                    auto& on = (caller + static_cast<std::size_t>(i)) % 2 == 0 ? ours : other;
                    const auto key = std::to_string(caller) + "-" + std::to_string(i);
                    taken[caller].push_back(insist(on, key, unknown));
                }
            });
        auto random = random_source::announced();
        for (int i = 0; i < 40; ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds{random.below(60)});
            if (i % 10 != 9) {
                proxy.drop();
                continue;
            }
            proxy.cut();
            std::this_thread::sleep_for(100ms);
            proxy.heal();
        }
        ends = true;
    }
    std::set<std::int64_t> all;
    std::size_t count = 0;
    for (const auto& one : taken) {
        all.insert(one.begin(), one.end());
        count += one.size();
    }
    ASSERT_GT(count, callers);
    EXPECT_EQ(all.size(), count) << "a duplicate";
    EXPECT_EQ(*all.rbegin(), static_cast<std::int64_t>(count)) << "a gap";
    const auto series = behind.open(book_start::to_read).value()->series().value();
    EXPECT_EQ(series.front().last, static_cast<std::int64_t>(count)) << "a number that nobody was told";
    std::cout << count << " numbers; " << unknown << " times unknown\n";
}

INSTANTIATE_TEST_SUITE_P(with, numbers_over_cut_connections, ::testing::Values("mariadb", "postgresql"),
                         [](const auto& info) { return std::string{info.param}; });

} // namespace
} // namespace vesta::testing
