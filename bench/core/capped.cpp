#include "setup.hpp"

#include <algorithm>
#include <atomic>
#include <span>
#include <thread>

namespace vesta::bench {
namespace {

struct outcome {
    double made = 0;      ///< IDs
    double seconds = 0;   ///< of ticks
    double cpu_share = 0; ///< of one core
};

/// How many of @p batch carry a time before @p end.
std::uint64_t made_before(unix_ms end, const scheme& family, std::span<const id> batch) {
    const auto is_before = [&](id each) { return family.explain(each).value().at < end; };
    // Batches come in the order of their ticks, save that those of a pool are some milliseconds apart.
    const auto now = std::chrono::system_clock::now();
    if (now < end - std::chrono::milliseconds{100}) return batch.size();
    return static_cast<std::uint64_t>(std::ranges::count_if(batch, is_before));
}

/// Threads that take batches of 1000, from the start of a full second: what they made of the ticks of two seconds.
outcome run(time_generator& from, const scheme& family, int threads) {
    const unix_ms start = std::chrono::ceil<std::chrono::seconds>(std::chrono::system_clock::now());
    std::this_thread::sleep_until(start);
    const double cpu = cpu_seconds();
    std::atomic<std::uint64_t> made{0};
    {
        std::vector<std::jthread> running;
        for (int i = 0; i < threads; ++i)
            running.emplace_back([&] {
                std::vector<id> batch(1000);
                std::uint64_t mine = 0;
                while (from.generate(std::span{batch})) {
                    const auto counted = made_before(start + std::chrono::seconds{2}, family, batch);
                    mine += counted;
                    if (counted == 0) break;
                }
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
                const outcome got = run(made.generator(), family, threads);
                const std::string label =
                    type.name() + ", " + std::string{name(kind)} + ", " + std::to_string(threads) + " threads";
                const double cap = static_cast<double>(type.per_second()) * got.seconds;
                into.add({label, got.made, cap, "IDs in 2 s; peer: the layout's cap", "ratio >= 0.999"});
                into.add({label + ": waiting", got.cpu_share * 100, 0, "% of one core, generating included", "< 5"});
            }
        }
        rig pool{family, type, populator_kind::cas, 8};
        const outcome got = run(pool.generator(), family, 2);
        into.add({type.name() + ", pool of 8 machine IDs, 2 threads", got.made,
                  static_cast<double>(type.per_second()) * 8 * got.seconds, "IDs in 2 s; peer: 8 times the cap",
                  "ratio ~ 1"});
    }
}

} // namespace vesta::bench
