#include "areas.hpp"
#include "load.hpp"
#include "processes.hpp"

#include <vector>

namespace vesta::bench {
namespace {

constexpr int rounds = 7;

/// What a run cost and how fast it was.
struct figures {
    std::vector<double> cpu_us; // per command
    std::vector<double> rate;   // commands a second
};

void measure(figures& into, const server_process& server, unsigned pipeline, std::uint64_t commands,
             const std::string& what) {
    const double before = server.cpu_seconds();
    into.rate.push_back(redis_benchmark(server.port(), pipeline, commands, what));
    into.cpu_us.push_back((server.cpu_seconds() - before) * 1e6 / static_cast<double>(commands));
}

struct depth {
    unsigned pipeline;
    std::uint64_t commands; // about a second's CPU time of either server
    const char* cpu_bound;
    const char* rate_bound;
};

constexpr depth depths[] = {{1, 200'000, "ratio <= 0.95", "ratio >= 1"},
                            {16, 2'000'000, "ratio <= 0.65", "ratio >= 1"},
                            {64, 5'000'000, "ratio <= 0.4", "ratio >= 1.6"}};

void compare(report& into, const std::string& what, const depth& at, const figures& ours, const figures& peers) {
    const std::string where = ", pipeline " + std::to_string(at.pipeline);
    into.add({what + ", server's CPU time" + where, median(ours.cpu_us), median(peers.cpu_us),
              "us per command; peer: redis-server INCR", at.cpu_bound});
    into.add({what + ", rate" + where, median(ours.rate), median(peers.rate),
              "commands per second; peer: redis-server INCR", at.rate_bound});
}

} // namespace

void measure_commands(report& into, const std::string& program) {
    const auto ours = server_process::vesta(program, 1);
    const auto peer = server_process::redis();
    for (const depth& each : depths) {
        figures ids;
        figures numbers;
        figures others;
        for (int round = 0; round < rounds; ++round) {
            measure(ids, *ours, each.pipeline, each.commands, "GENID");
            measure(others, *peer, each.pipeline, each.commands, "INCR counter");
            measure(numbers, *ours, each.pipeline, each.commands, "INCR counter");
        }
        compare(into, "GENID", each, ids, others);
        compare(into, "INCR", each, numbers, others);
    }
}

void measure_threads(report& into, const std::string& program) {
    constexpr std::chrono::seconds long_enough{1};
    const auto one = server_process::vesta(program, 1);
    const auto two = server_process::vesta(program, 2);
    const auto compare = [&](const std::string& what, const std::string& command, unsigned pipeline, double ids) {
        const auto rate = [&](const server_process& of) {
            return ids *
                   flat_out({.port = of.port(), .command = command, .pipeline = pipeline, .unread = true}, long_enough);
        };
        const auto [both, alone] = alternate(rounds, [&] { return rate(*two); }, [&] { return rate(*one); });
        into.add({what + ", two threads", both, alone, "IDs per second; peer: one thread", "ratio >= 1.5"});
    };
    compare("GENID, pipeline 64", "GENID\r\n", 64, 1);
    compare("GENID COUNT 1000", "GENID COUNT 1000\r\n", 1, 1000);
}

} // namespace vesta::bench
