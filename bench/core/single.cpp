#include "setup.hpp"

#include <vesta/base/pooled_random_bits.hpp>
#include <vesta/id/uuid.hpp>

#include <benchmark/benchmark.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <thread>
#include <time.h>

namespace vesta::bench {
namespace {

constexpr int rounds = 7;
constexpr std::size_t calls = 3'000'000;

/// What any generator that reads the clock and counts must pay: one reading, one compare-and-swap.
double floor_ns() {
    std::atomic<std::uint64_t> word{0};
    return ns_per_call(calls, [&] {
        timespec now{};
        for (std::size_t i = 0; i < calls; ++i) {
            ::clock_gettime(CLOCK_REALTIME, &now);
            std::uint64_t seen = word.load(std::memory_order_relaxed);
            while (!word.compare_exchange_weak(seen, seen + static_cast<std::uint64_t>(now.tv_nsec))) {
            }
        }
    });
}

void one_by_one(time_generator& from, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        auto made = from.generate();
        benchmark::DoNotOptimize(*made);
    }
}

double threads_ns(time_generator& from, int threads) {
    return ns_per_call(calls, [&] {
        std::vector<std::jthread> running;
        for (int i = 0; i < threads; ++i)
            running.emplace_back([&] { one_by_one(from, calls / threads); });
    });
}

double batch_ns(time_generator& from) {
    std::vector<id> batch(1000);
    return ns_per_call(calls, [&] {
        for (std::size_t i = 0; i < calls / batch.size(); ++i) {
            from.generate(std::span{batch}).value();
            benchmark::DoNotOptimize(batch.data());
        }
    });
}

/// Writing a thousand counted-up numbers: what a batch cannot be faster than.
double fill_ns() {
    std::vector<id> batch(1000);
    std::int64_t next = 0;
    return ns_per_call(calls, [&] {
        for (std::size_t i = 0; i < calls / batch.size(); ++i) {
            for (id& each : batch)
                each.value = next++;
            benchmark::DoNotOptimize(batch.data());
        }
    });
}

/// What a thread that hands out by itself must pay at least: one step of a word that others read along.
double step_ns() {
    std::atomic<std::uint64_t> word{0};
    return ns_per_call(calls, [&] {
        for (std::size_t i = 0; i < calls; ++i)
            word.store(word.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    });
}

/// What a generator that threads share must pay at least.
double swap_ns() {
    std::atomic<std::uint64_t> word{0};
    return ns_per_call(calls, [&] {
        for (std::size_t i = 0; i < calls; ++i) {
            std::uint64_t seen = word.load(std::memory_order_relaxed);
            while (!word.compare_exchange_weak(seen, seen + 1, std::memory_order_relaxed)) {
            }
        }
    });
}

/// What ferroid's generator @p which says that an ID takes.
double ferroid_ns(const std::string& program, const std::string& which) {
    const std::unique_ptr<FILE, int (*)(FILE*)> said{::popen((program + ' ' + which).c_str(), "r"), &::pclose};
    double took = 0;
    if (!said || std::fscanf(said.get(), "%lf", &took) != 1) throw std::runtime_error{program + " gave no figure"};
    return took;
}

void measure_beside_ferroid(report& into, time_generator& from, const std::string& which, const std::string& label) {
    const char* const program = std::getenv("VESTA_FERROID");
    if (program == nullptr) return;
    const auto [ours, peer] =
        alternate(rounds, [&] { return threads_ns(from, 1); }, [&] { return ferroid_ns(program, which); });
    into.add({"one ID per call, 1 thread, " + label, ours, peer, "ns; peer: ferroid, " + which, "ratio <= 1"});
}

void measure_lanes(report& into) {
    const auto& type = uncapped_ms().types()[0];
    rig made{uncapped_ms(), type, populator_kind::cas, 1, lanes()};
    auto& from = made.generator();
    const auto [one, floor] = alternate(rounds, [&] { return threads_ns(from, 1); }, step_ns);
    into.add({"one ID per call, 1 thread, lanes", one, floor, "ns; peer: a step of an atomic word", "for choosing"});
    measure_beside_ferroid(into, from, "basic", "lanes");
    const auto [two, again] =
        alternate(rounds, [&] { return threads_ns(from, 2); }, [&] { return threads_ns(from, 1); });
    into.add({"one ID per call, 2 threads, lanes", two, again, "ns; peer: 1 thread", "ratio <= 0.53"});
    const auto [batch, fill] = alternate(rounds, [&] { return batch_ns(from); }, fill_ns);
    into.add({"batches of 1000, lanes", batch, fill, "ns per ID; peer: filling an array", "ours <= 1.5"});
}

/// As settings make it by default. The rows by populator read the clock for each call: `max-age: 0`.
void measure_strict(report& into) {
    rig made{uncapped_ms(), uncapped_ms().types()[0], populator_kind::cas, 1, strict()};
    auto& from = made.generator();
    const auto [one, floor] = alternate(rounds, [&] { return threads_ns(from, 1); }, swap_ns);
    into.add({"one ID per call, 1 thread, strict", one, floor, "ns; peer: a compare-and-swap", "for choosing"});
    measure_beside_ferroid(into, from, "atomic", "strict");
    const auto [two, again] =
        alternate(rounds, [&] { return threads_ns(from, 2); }, [&] { return threads_ns(from, 1); });
    into.add({"one ID per call, 2 threads, strict", two, again, "ns; peer: 1 thread", "for choosing"});
    const auto [batch, fill] = alternate(rounds, [&] { return batch_ns(from); }, fill_ns);
    into.add({"batches of 1000, strict", batch, fill, "ns per ID; peer: filling an array", "ours <= 1.5"});
}

double random_ns() {
    return ns_per_call(calls, [&] {
        for (std::size_t i = 0; i < calls; ++i)
            benchmark::DoNotOptimize(pooled_random_bits());
    });
}

double uuids_ns(time_generator& from) {
    return ns_per_call(calls, [&] {
        for (std::size_t i = 0; i < calls; ++i)
            benchmark::DoNotOptimize(compose(uuid_kind::uuid7, *from.generate()));
    });
}

/// Beside an ID of 64 bits of the same order and as many random bits, and the libraries that the peer has.
void measure_uuids(report& into, const std::string& label, const timers& by) {
    const auto cores = core_scheme(uuid_kind::uuid7, 1);
    rig cored{*cores, cores->types().front(), populator_kind::cas, 1, by, core_version};
    rig plain{uncapped_ms(), uncapped_ms().types().front(), populator_kind::cas, 1, by};
    const auto ours = [&] { return uuids_ns(cored.generator()); };
    const auto [uuids, parts] = alternate(rounds, ours, [&] { return threads_ns(plain.generator(), 1) + random_ns(); });
    into.add({"UUIDv7, one per call, " + label, uuids, parts, "ns; peer: an ID, and random bits", "ratio <= 1.2"});
    const char* const program = std::getenv("VESTA_FERROID");
    if (program == nullptr) return;
    for (const char* const which : {"uuid", "fast-uuid-v7"}) {
        const auto [own, peer] = alternate(rounds, ours, [&] { return ferroid_ns(program, which); });
        into.add({"UUIDv7, one per call, " + label, own, peer, "ns; peer: " + std::string{which}, "ratio <= 1"});
    }
}

} // namespace

void measure_single(report& into) {
    measure_uuids(into, "strict", strict());
    measure_uuids(into, "lanes", lanes());
    measure_lanes(into);
    measure_strict(into);
    for (const populator_kind kind : all_populators) {
        rig made{uncapped(), uncapped().types()[0], kind, 1};
        const std::string label{name(kind)};
        auto& from = made.generator();
        const auto [one, floor] = alternate(rounds, [&] { return threads_ns(from, 1); }, floor_ns);
        into.add(
            {"one ID per call, 1 thread, " + label, one, floor, "ns; peer: clock_gettime + CAS", "ratio <= 1.3 (cas)"});
        const auto [two, again] =
            alternate(rounds, [&] { return threads_ns(from, 2); }, [&] { return threads_ns(from, 1); });
        into.add({"one ID per call, 2 threads, " + label, two, again, "ns; peer: 1 thread", "for choosing"});
        const auto [batch, fill] = alternate(rounds, [&] { return batch_ns(from); }, fill_ns);
        into.add({"batches of 1000, " + label, batch, fill, "ns per ID; peer: filling an array", "ours <= 1.5"});
    }
}

} // namespace vesta::bench
