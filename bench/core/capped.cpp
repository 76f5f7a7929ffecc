#include "setup.hpp"

#include <atomic>
#include <thread>

namespace vesta::bench {
namespace {

using std::chrono::steady_clock;

struct outcome {
    double made = 0;      ///< IDs
    double seconds = 0;   ///< of wall time, from the start of a tick
    double cpu_share = 0; ///< of one core
};

/// Threads that take batches of 1000 for two seconds, from the start of a full second, so that a whole number of ticks
/// of either length lies within.
outcome run(time_generator& from, int threads) {
    const auto now = std::chrono::system_clock::now();
    std::this_thread::sleep_until(std::chrono::ceil<std::chrono::seconds>(now));
    const auto start = steady_clock::now();
    // Ends within the last tick: its IDs are there from its beginning on.
    const auto end = start + std::chrono::microseconds{1'999'500};
    const double cpu = cpu_seconds();
    std::atomic<std::uint64_t> made{0};
    {
        std::vector<std::jthread> running;
        for (int i = 0; i < threads; ++i)
            running.emplace_back([&] {
                std::vector<id> batch(1000);
                std::uint64_t mine = 0;
                while (from.generate(std::span{batch}) && steady_clock::now() < end)
                    mine += batch.size();
                made += mine;
            });
    }
    return {static_cast<double>(made), 2.0, (cpu_seconds() - cpu) / 2.0};
}

} // namespace

void measure_capped(report& into) {
    const scheme& family = *find_scheme("vesta");
    for (const layout& type : family.types()) {
        for (const populator_kind kind : all_populators) {
            for (const int threads : {1, 2, 8, 64}) {
                rig made{family, type, kind, 1};
                const outcome got = run(made.generator(), threads);
                const std::string label =
                    type.name() + ", " + std::string{name(kind)} + ", " + std::to_string(threads) + " threads";
                const double cap = static_cast<double>(type.per_second()) * got.seconds;
                into.add({label, got.made, cap, "IDs in 2 s; peer: the layout's cap",
                          "ratio >= 0.999 less batches under way"});
                into.add({label + ": waiting", got.cpu_share * 100, 0, "% of one core, generating included", "< 5"});
            }
        }
        rig pool{family, type, populator_kind::cas, 8};
        const outcome got = run(pool.generator(), 2);
        into.add({type.name() + ", pool of 8 machine IDs, 2 threads", got.made,
                  static_cast<double>(type.per_second()) * 8 * got.seconds, "IDs in 2 s; peer: 8 times the cap",
                  "ratio ~ 1"});
    }
}

} // namespace vesta::bench
