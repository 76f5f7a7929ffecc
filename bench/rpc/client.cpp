#include "areas.hpp"
#include "processes.hpp"

#include <vesta/rpc/client.hpp>

#include <benchmark/benchmark.h>

#include <vector>

namespace vesta::bench {
namespace {

constexpr int rounds = 7;
constexpr std::chrono::milliseconds long_enough{1000};

rpc::client open(const server_process& on, std::uint64_t prefetch) {
    return rpc::client::open({.servers = {"127.0.0.1:" + std::to_string(on.port())}, .prefetch = {.count = prefetch}})
        .value();
}

double ids_per_second(rpc::client& from, std::size_t at_a_time) {
    std::vector<id> out(at_a_time);
    std::uint64_t made = 0;
    const auto start = std::chrono::steady_clock::now();
    auto now = start;
    for (; now - start < long_enough; now = std::chrono::steady_clock::now()) {
        constexpr std::size_t between_looks = 1000;
        for (std::size_t done = 0; done < between_looks; done += at_a_time) {
            if (at_a_time == 1) {
                benchmark::DoNotOptimize(from.generate().value());
            } else {
                from.generate(out).value();
                benchmark::DoNotOptimize(out.data());
            }
        }
        made += between_looks;
    }
    return static_cast<double>(made) / std::chrono::duration<double>(now - start).count();
}

double median_rate(rpc::client& from, std::size_t at_a_time) {
    std::vector<double> all;
    for (int round = 0; round < rounds; ++round)
        all.push_back(ids_per_second(from, at_a_time));
    return median(std::move(all));
}

} // namespace

void measure_client(report& into, const std::string& program) {
    const auto server = server_process::vesta(program, 1);
    rpc::client ahead = open(*server, 1'000'000);
    into.add({"client, ranges of 10^6 prefetched, one ID a call", median_rate(ahead, 1), 0,
              "IDs per second, one thread", ">= 5e7"});
    into.add({"client, ranges of 10^6 prefetched, 1000 IDs a call", median_rate(ahead, 1000), 0,
              "IDs per second, one thread", ">= 5e7"});
    rpc::client plain = open(*server, 0);
    into.add(
        {"client, nothing prefetched, 1000 IDs a call", median_rate(plain, 1000), 0, "IDs per second, one thread", ""});
}

} // namespace vesta::bench
