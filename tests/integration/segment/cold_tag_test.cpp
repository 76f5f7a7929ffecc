#include "rig.hpp"

#include <vesta/source/waiting.hpp>

#include <algorithm>
#include <latch>

// A tag that nobody has used yet, and a crowd that wants its numbers from the first moment on. Leaf 1.0.1 refused 262
// calls of 16 threads in the first 300 ms, with a step of 2000 and a store of 20 ms.
namespace vesta::testing {
namespace {

class a_cold_tag : public segments_in_mariadb {};

TEST_F(a_cold_tag, fails_no_call_of_64_threads_though_the_store_is_slow) {
    constexpr std::size_t threads = 64;
    constexpr std::size_t each_takes = 3000;
    add_row("order", 1000);
    line.delay(20);
    const auto from = open();
    id_source& numbers = *from->tag("order").value();
    std::vector<std::vector<std::int64_t>> got(threads);
    std::atomic<int> failed{0};
    std::latch start{threads};
    {
        std::vector<std::jthread> all;
        for (auto& mine : got)
            all.emplace_back([&] {
                start.arrive_and_wait();
                for (std::size_t i = 0; i < each_takes; ++i) {
                    id made;
                    if (generate_all(numbers, {&made, 1}, system_wall_clock(), std::chrono::seconds{30})) {
                        mine.push_back(made.value);
                    } else {
                        ++failed;
                    }
                }
            });
    }
    EXPECT_EQ(failed, 0);
    std::vector<std::int64_t> all;
    for (const auto& each : got) {
        EXPECT_TRUE(std::ranges::is_sorted(each)) << "each thread sees increasing numbers";
        all.insert(all.end(), each.begin(), each.end());
    }
    std::ranges::sort(all);
    EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
    EXPECT_EQ(all.size(), threads * each_takes);
    const auto counts = from->status().counts;
    std::cout << counts.refills << " reservations, " << counts.waits << " attempts were told to wait\n";
}

} // namespace
} // namespace vesta::testing
