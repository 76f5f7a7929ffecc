#include "areas.hpp"

#include <benchmark/benchmark.h>

#include <atomic>
#include <memory>
#include <thread>

namespace vesta::bench {
namespace {

constexpr int rounds = 7;
constexpr std::size_t calls = 8'000'000;

/// A tag with a step of a million.
class rig {
  public:
    explicit rig(number_order order) {
        const auto table = std::make_shared<testing::memory_segments>();
        table->put({.tag = "bench", .step = 1'000'000});
        generator_ = std::make_unique<segment_generator>(table, segment_options{.order = order});
        source_ = generator_->tag("bench").value();
        id first;
        take_one(*source_, first);
    }

    /// The same in CPU time, which does not count what other programs use of the machine.
    double cpu_ns(std::size_t threads) {
        const double before = cpu_seconds();
        ns(threads);
        return (cpu_seconds() - before) * 1e9 / calls;
    }

    /// Nanoseconds per number when so many threads take one number per call.
    double ns(std::size_t threads) {
        return ns_per_call(calls, [&] {
            std::vector<std::jthread> others;
            for (std::size_t i = 1; i < threads; ++i)
                others.emplace_back([&] { take(calls / threads); });
            take(calls / threads);
        });
    }

  private:
    void take(std::size_t count) {
        id made;
        for (std::size_t i = 0; i < count; ++i) {
            take_one(*source_, made);
            benchmark::DoNotOptimize(made);
        }
    }

    std::unique_ptr<segment_generator> generator_;
    id_source* source_ = nullptr;
};

double fetch_add_ns() {
    std::atomic<std::int64_t> word{0};
    return ns_per_call(calls, [&] {
        for (std::size_t i = 0; i < calls; ++i) {
            std::int64_t made = word.fetch_add(1);
            benchmark::DoNotOptimize(made);
        }
    });
}

} // namespace

void measure_hot_path(report& into) {
    for (const number_order order : {number_order::lanes, number_order::strict}) {
        const std::string label = order == number_order::lanes ? "lanes" : "strict";
        rig made{order};
        const auto [one, floor] = alternate(rounds, [&] { return made.ns(1); }, fetch_add_ns);
        into.add({"one number per call, 1 thread, " + label, one, floor, "ns; peer: fetch_add", "ratio <= 1.5"});
        for (const std::size_t threads : {2, 4, 16}) {
            const bool two_lanes = threads == 2 && order == number_order::lanes;
            const auto [many, single] =
                alternate(rounds, [&] { return 1e3 / made.ns(threads); }, [&] { return 1e3 / made.ns(1); });
            into.add({"the same, " + std::to_string(threads) + " threads, " + label, many, single,
                      "M numbers/s; peer: 1 thread", two_lanes ? "ratio >= 1.8 on 2 cores" : "ratio >= 1"});
            const auto [apart, alone] =
                alternate(rounds, [&] { return made.cpu_ns(threads); }, [&] { return made.cpu_ns(1); });
            into.add({"CPU time per number, " + std::to_string(threads) + " threads, " + label, apart, alone,
                      "ns; peer: 1 thread", two_lanes ? "ratio <= 1.1" : ""});
        }
    }
}

} // namespace vesta::bench
