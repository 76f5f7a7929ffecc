#pragma once

#include "command.hpp"
#include "reply_word.hpp"

#include <vesta/net/counter.hpp>
#include <vesta/net/latency.hpp>
#include <vesta/rpc/server_counts.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace vesta::rpc::detail {

using net::counter;

/// The commands that one serving thread has counted.
struct counters {
    /// @p generators: their number.
    explicit counters(std::size_t generators) : ids(generators) {}

    counter closed_protocol;
    std::array<std::array<counter, reply_words.size()>, command_kinds> commands;
    std::vector<counter> ids; ///< In the order of the catalogue.
    net::latency latency;

    void count(command which, reply_word how, std::uint64_t times = 1) noexcept {
        commands[static_cast<std::size_t>(which)][static_cast<std::size_t>(how)].add(times);
    }

    /// Adds this thread's counts to @p sum, which has the same generators.
    void add_to(server_counts& sum) const;
};

} // namespace vesta::rpc::detail
