#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace vesta::bench {

/// Which load, and on whom. All from one thread.
struct load {
    std::uint16_t port;
    std::string command; ///< Its bytes. Each is answered with the same number of lines.
    unsigned pipeline = 1;
    unsigned connections = 50;
    bool unread = false; ///< Whether answers, all equally long, are dropped unread: so that loading costs little.
};

/// Commands a second when each connection sends the next commands as soon as it has the answers to the last.
double flat_out(const load& how, std::chrono::nanoseconds duration);

/// The time that 999 of 1000 commands stay below, from when they were due to their answers, when @p rate commands a
/// second are sent at a pace that takes no notice of the answers.
std::chrono::nanoseconds slowest_in_a_thousand(const load& how, double rate, std::chrono::nanoseconds duration);

} // namespace vesta::bench
