#include "areas.hpp"
#include "load.hpp"
#include "processes.hpp"

#include <algorithm>

namespace vesta::bench {

void measure_latency(report& into, const std::string& program) {
    constexpr int rounds = 9;
    constexpr std::chrono::seconds long_enough{2};
    const auto mine = server_process::vesta(program, 1);
    const auto other = server_process::redis();
    const load ours{.port = mine->port(), .command = "GENID\r\n"};
    const load peers{.port = other->port(), .command = "INCR counter\r\n"};
    const auto [our_most, peers_most] =
        alternate(3, [&] { return flat_out(ours, long_enough); }, [&] { return flat_out(peers, long_enough); });
    const double rate = std::min(our_most, peers_most) / 2;
    const auto us = [&](const load& of) {
        return std::chrono::duration<double, std::micro>(slowest_in_a_thousand(of, rate, long_enough)).count();
    };
    const auto [here, there] = alternate(rounds, [&] { return us(ours); }, [&] { return us(peers); });
    into.add({"p99.9 at half load: " + std::to_string(static_cast<int>(rate)) + " commands a second", here, there,
              "us; peer: redis-server INCR", "ratio <= 1"});
}

} // namespace vesta::bench
