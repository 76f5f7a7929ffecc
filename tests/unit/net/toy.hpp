#pragma once

#include "support/tcp_peer.hpp"

#include <vesta/net/server.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <latch>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace vesta::net {

/// What all sessions of a toy server share with the test.
struct toy_world {
    std::atomic<bool> ready{false};       ///< Whether `wait` may be answered.
    std::latch holding{1};                ///< The thread is in `hold`,
    std::latch released{1};               ///< and goes on.
    std::atomic<bool> late_is_told{true}; ///< Whether a line that does not arrive in time is answered.
    std::atomic<std::uint64_t> rounds{0};
    std::function<void()> before_answer = [] {
    }; ///< Called in each turn that answers something. Set before clients come.

    /// What happened so far, a word each: r1 for a line of connection 1, s1 for its answers sent.
    std::string log() {
        const std::lock_guard lock{guard_};
        return log_;
    }
    void note(std::string_view what) {
        const std::lock_guard lock{guard_};
        (log_.empty() ? log_ : log_ += ' ') += what;
    }

  private:
    std::mutex guard_;
    std::string log_;
};

/// Answers lines with themselves, but for some words:
///   wait     is answered when `toy_world::ready` says so
///   sleep    waits for an hour
///   hold     keeps the thread until `toy_world::released`
///   many N   N KiB of x and a line end, 64 at a time
///   much N   the same in one turn
///   age      is answered with the milliseconds since its arrival
///   bye      ends the connection when it is answered
///   throw    writes and throws
class toy_session final : public session {
  public:
    toy_session(toy_world& world, std::uint64_t number) : world_{world}, name_{std::to_string(number)} {}

    std::span<char> room() override;
    step received(std::size_t count, turn& now) override;
    step resume(turn& now) override;
    step end_of_input(turn& now) override;
    step arrival_timed_out(turn& now) override;
    void answers_sent(std::chrono::steady_clock::time_point arrival, bool all) noexcept override;
    bool at_rest() const noexcept override { return input_.empty() && !waits_ && left_ == 0; }
    std::size_t memory() const noexcept override { return input_.capacity(); }

  private:
    step run(turn& now);
    step answer(std::string_view line, turn& now);

    toy_world& world_;
    const std::string name_;
    std::array<char, 16> room_; // so small that it is filled
    std::string input_;
    std::size_t left_ = 0; // KiB of x
    std::size_t at_once_ = 0;
    bool waits_ = false;
    bool answered_ = false;
};

class toy_dialect final : public dialect {
  public:
    explicit toy_dialect(toy_world& world) : world_{world} {}

    std::unique_ptr<session> make_session(const client& with) override {
        for (const std::string& each : with.certificate_names())
            world_.note(each);
        if (const std::string from = with.address(); from.starts_with("unix:")) world_.note(from);
        return std::make_unique<toy_session>(world_, with.number());
    }
    void turn_away(output_buffer& out) override { out.append("too many\n"); }
    void begin_round(std::chrono::steady_clock::time_point) noexcept override { ++world_.rounds; }

  private:
    toy_world& world_;
};

/// A server of the toy on one thread.
struct toy_server {
    explicit toy_server(server_options how = {});

    vesta::testing::tcp_peer connect() const { return vesta::testing::tcp_peer{port}; }
    std::uint64_t count(counter traffic::* which) const { return state.sum(which); }
    /// Until @p holds, for a minute at the most.
    template <class Condition>
    static bool until(Condition holds) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::minutes{1};
        while (!holds()) {
            if (std::chrono::steady_clock::now() >= end) return false;
            std::this_thread::yield();
        }
        return true;
    }
    /// Keeps the thread busy, in the turn of @p by, until `release`: what comes meanwhile is there at once.
    template <class Peer>
    void hold(Peer& by) {
        by.send("hold\n");
        world.holding.wait();
    }
    void release() { world.released.count_down(); }

    toy_world world;
    server_state state;
    server serving;
    std::vector<listen_address> addresses;
    std::uint16_t port = 0;
};

} // namespace vesta::net
