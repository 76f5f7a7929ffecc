#pragma once

#include <vesta/net/asio.hpp>
#include <vesta/net/server_events.hpp>

#include <chrono>
#include <vector>

namespace vesta::net {

/// Writes down what a serving thread is told.
struct recorded_events final : server_events {
    int rounds = 0;
    bool stays = true;
    std::vector<descriptor> accepted;
    std::vector<boost::system::error_code> pauses;

    void begin_round(std::chrono::steady_clock::time_point) noexcept override {}
    void end_round() noexcept override { ++rounds; }
    bool may_stay() const noexcept override { return stays; }
    void on_accept(descriptor connected, origin) noexcept override { accepted.push_back(std::move(connected)); }
    void on_accept_pause(const boost::system::error_code& why) noexcept override { pauses.push_back(why); }
};

/// Runs the loop until @p holds, for a minute at the most: what is waited for comes at once.
template <class Condition>
bool run_until(asio::io_context& context, Condition holds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes{1};
    while (!holds() && std::chrono::steady_clock::now() < end)
        context.run_one_for(std::chrono::milliseconds{10});
    return holds();
}

} // namespace vesta::net
