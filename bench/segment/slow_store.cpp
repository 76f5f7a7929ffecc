#include "areas.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>

namespace vesta::bench {
namespace {

using std::chrono::steady_clock;

constexpr std::size_t calls = 20'000'000;

/// A call and two readings of the clock, in nanoseconds.
double timed_ns(id_source& from) {
    id made;
    const auto begin = steady_clock::now();
    take_one(from, made);
    return std::chrono::duration<double, std::nano>(steady_clock::now() - begin).count();
}

} // namespace

void measure_slow_store(report& into) {
    const auto table = std::make_shared<testing::memory_segments>();
    table->put({.tag = "bench", .step = 1'000'000});
    table->set_fault([](testing::memory_segments::call which, std::string_view) -> std::optional<error> {
        if (which == testing::memory_segments::call::reserve)
            std::this_thread::sleep_for(std::chrono::milliseconds{100});
        return {};
    });
    segment_generator generator{table, {}};
    id_source& source = *generator.tag("bench").value();
    const auto warm = steady_clock::now() + std::chrono::seconds{2};
    while (steady_clock::now() < warm)
        timed_ns(source);

    const auto refills = generator.status().counts.refills;
    const auto waits = generator.status().counts.waits;
    std::vector<float> took(calls);
    for (float& each : took)
        each = static_cast<float>(timed_ns(source));
    std::ranges::sort(took);
    const auto at = [&](double share) { return took[static_cast<std::size_t>(share * (calls - 1))]; };
    const auto now = generator.status().counts;
    into.add({"store of 100 ms, one per call: p50", at(0.5), 0, "ns with two clock readings", ""});
    into.add({"the same: p99.99", at(0.9999), 0, "ns with two clock readings", "< 1000"});
    into.add({"the same: reservations meanwhile", static_cast<double>(now.refills - refills), 0, "", ""});
    into.add({"the same: calls that had to wait", static_cast<double>(now.waits - waits), 0, "", "0"});
}

} // namespace vesta::bench
