#pragma once

#include <vesta/base/output_buffer.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace vesta::net {

/// What a session is given for one turn: where its answers go, and when what it answers has come.
struct turn {
    output_buffer& out; ///< Answers are appended: those of other connections may stand in front.
    std::chrono::steady_clock::time_point arrival;
};

/// What is to happen when the answers of a turn are sent.
enum class next : std::uint8_t {
    receive, ///< Receive into `room()`.
    go_on,   ///< `resume` at once: there is more to answer than is held in memory at a time.
    wait,    ///< `resume` after `step::wait`.
    close    ///< Let the client read the last answer, and close; at once where the turn said nothing.
};

/// How a turn ended.
struct step {
    next then = next::receive;
    std::chrono::nanoseconds wait{0};
    /// Whether what is arriving now began in this turn: it has the full time to arrive.
    bool begins_anew = false;
};

/// One connection's side of a protocol, without the connection: bytes go in, answers come out, in order. It neither
/// sends nor waits. Used by one thread, which gives it a turn at a time. What it throws ends its connection.
class session {
  public:
    virtual ~session() = default;

    /// Where to receive. At least one byte after `next::receive`; valid until the next call.
    virtual std::span<char> room() = 0;
    /// The first @p count bytes of `room()` have come, at least one.
    virtual step received(std::size_t count, turn& now) = 0;
    /// After `next::go_on` or `next::wait`.
    virtual step resume(turn& now) = 0;
    /// The client will send no more.
    virtual step end_of_input(turn& now) = 0;
    /// What had begun to arrive took too long. Answers `next::close`.
    virtual step arrival_timed_out(turn& now) = 0;
    /// The system was given the answers to what came at @p arrival, and took them: all, or it is called again later.
    virtual void answers_sent(std::chrono::steady_clock::time_point arrival, bool all) noexcept = 0;
    /// Whether nothing has begun to arrive, and nothing waits.
    virtual bool at_rest() const noexcept = 0;
};

/// Who has connected.
class client {
  public:
    /// @p number counts the connections of a server from 1.
    client(std::uint64_t number, int socket) noexcept : number_{number}, socket_{socket} {}

    std::uint64_t number() const noexcept { return number_; }
    /// ADDRESS:PORT; a question mark where it is gone already.
    std::string address() const;

  private:
    std::uint64_t number_;
    int socket_;
};

/// What one serving thread speaks: one object per thread, used by that thread only. Outlives its sessions.
class dialect {
  public:
    virtual ~dialect() = default;

    virtual std::unique_ptr<session> make_session(const client& with) = 0;
    /// What one connection too many is told.
    virtual void turn_away(output_buffer& out) = 0;
    /// Connections are about to have their turns; @p now is what `turn::arrival` of what comes will be.
    virtual void begin_round(std::chrono::steady_clock::time_point now) noexcept = 0;
    /// Something went wrong that concerns no single client, or ended one's connection: memory ran out, mostly.
    virtual void complain(std::string_view what) noexcept = 0;
};

} // namespace vesta::net
