#pragma once

#include <vesta/base/output_buffer.hpp>
#include <vesta/net/turn_budget.hpp>
#include <vesta/tls/layer.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace vesta::net {

/// Bytes of memory that a buffer of an idle connection keeps.
inline constexpr std::size_t memory_kept = 1024;

/// One turn of a session: where its answers go, when its input arrived, and when it has to end.
struct turn {
    output_buffer& out; ///< Answers are appended; other connections' may be in front.
    std::chrono::steady_clock::time_point arrival;
    turn_budget budget{}; ///< A session that has used it up returns `next::go_on`.
};

/// What to do once a turn's answers are sent.
enum class next : std::uint8_t {
    receive, ///< Receive into `room()`.
    go_on,   ///< There is more to answer. If the turn ends with it: call `resume` once others had one.
    wait,    ///< Call `resume` after `step::wait`.
    close    ///< Let the client read the last answer, then close; at once if the turn wrote none.
};

/// The end of a turn.
struct step {
    next then = next::receive;
    std::chrono::nanoseconds wait{0};
    /// Whether the request that is arriving began in this turn, so that it has the full time to arrive.
    bool begins_anew = false;
};

/// One connection's side of a protocol, without the connection: bytes in, answers out, in order. A port.
///
/// It neither sends nor waits.
/// Errors: an exception ends its connection.
/// Thread-safety: none; one thread gives it a turn at a time.
class session {
  public:
    virtual ~session() = default;

    /// Where to receive: at least one byte after `next::receive`. Valid until the next call.
    virtual std::span<char> room() = 0;
    /// The first @p count bytes of `room()` have arrived, at least one.
    virtual step received(std::size_t count, turn& now) = 0;
    /// Goes on after `next::go_on` or `next::wait`.
    virtual step resume(turn& now) = 0;
    /// The client will send no more.
    virtual step end_of_input(turn& now) = 0;
    /// A request took too long to arrive. Returns `next::close`.
    virtual step arrival_timed_out(turn& now) = 0;
    /// The answers to the input of @p arrival were handed to the system. It took them @p all; or a part, or nothing
    /// while its buffer is full, and then this is called again once it has all.
    virtual void answers_sent(std::chrono::steady_clock::time_point arrival, bool all) noexcept = 0;
    /// Whether no request has begun to arrive, and none waits.
    virtual bool at_rest() const noexcept = 0;
    /// The bytes that it holds apart from itself: input, and answers that wait.
    virtual std::size_t memory() const noexcept = 0;
};

/// The client of a connection.
///
/// Lifetime: for the call that it is passed to.
class client {
  public:
    /// @p number counts the connections of a server from 1.
    client(std::uint64_t number, int socket, const tls::layer* secured_by = nullptr) noexcept
        : number_{number}, socket_{socket}, tls_{secured_by} {}

    std::uint64_t number() const noexcept { return number_; }
    /// ADDRESS:PORT, or unix:PATH with the server's path; a question mark if it is gone already.
    std::string address() const;
    /// Where it reached the server: ADDRESS:PORT or unix:PATH.
    std::string server_address() const;
    /// The names in its certificate, as `tls::layer::certificate_names`. Reads the certificate: call it once.
    std::vector<std::string> certificate_names() const;

  private:
    std::uint64_t number_;
    int socket_;
    const tls::layer* tls_;
};

/// The protocol that one serving thread speaks: one object per thread, used by that thread only. A port.
///
/// Lifetime: outlives its sessions.
class dialect {
  public:
    virtual ~dialect() = default;

    virtual std::unique_ptr<session> make_session(const client& with) = 0;
    /// Appends the answer for a connection beyond the limit.
    virtual void turn_away(output_buffer& out) = 0;
    /// Connections are about to have their turns; @p now becomes `turn::arrival` of their input.
    virtual void begin_round(std::chrono::steady_clock::time_point now) noexcept = 0;
};

} // namespace vesta::net
