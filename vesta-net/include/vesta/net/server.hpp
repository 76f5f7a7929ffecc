#pragma once

#include <vesta/base/result.hpp>
#include <vesta/net/asio.hpp>
#include <vesta/net/server_state.hpp>
#include <vesta/net/session.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace vesta::net {

class worker;

/// How long a connection may be about one thing. 0: for ever. Looked at eight times within the shortest of the first
/// three, at least once a second and at most a hundred times.
struct time_limits {
    std::chrono::milliseconds idle{0};    ///< Nothing has begun to arrive. It is closed.
    std::chrono::milliseconds arrival{0}; ///< A request, from its first byte to its last. Its session is told.
    std::chrono::milliseconds sending{0}; ///< Answers that the client does not take; see `slow_reader`.
    /// A session waits, and has not ended that itself. It is closed.
    std::chrono::milliseconds waiting{0};
    /// The client has been told the last, and has not closed yet. It is closed.
    std::chrono::milliseconds lingering{2'000};
};

/// When answers are sent.
enum class sending : std::uint8_t {
    at_once,  ///< After each connection's turn.
    in_rounds ///< After the turns of all who were ready, or 64 KiB; rounds gather where that pays (`gathering`).
};

/// How long a client has to take its answers, and how it is closed when it does not.
enum class slow_reader : std::uint8_t {
    has_one_deadline,   ///< From the first that it did not take to the last. It is reset.
    may_go_on_for_ever, ///< The time begins anew with each part it takes. What it was sent, it may read after the end.
};

/// What a stop waits for.
enum class stopping : std::uint8_t {
    finish_what_has_begun, ///< Also for the rest of requests; the last answer may be read before the end.
    answer_what_has_come   ///< Half a request is dropped.
};

/// How one connection too many is told so.
enum class refusal : std::uint8_t {
    /// It may read that as any answer. A quarter more than the limit, and 16, are told at a time; others just closed.
    as_a_client,
    in_passing ///< As far as the system takes it at once; then it is closed.
};

/// How a server listens, what it takes on, and how it deals with clients.
struct server_options {
    std::string listen;               ///< ADDRESS:PORT. Port 0 takes a free one.
    unsigned threads = 0;             ///< That serve; 0: one per processor.
    std::string thread_name;          ///< What the system calls them, with a number behind: 12 bytes at most.
    std::size_t connections = 10'000; ///< At one time.
    /// What a client may send after its last answer, in bytes, before it is closed.
    std::size_t discarded = std::numeric_limits<std::size_t>::max();
    time_limits limit{};
    sending answers = sending::at_once;
    slow_reader slow = slow_reader::has_one_deadline;
    stopping stop = stopping::finish_what_has_begun;
    refusal too_many = refusal::as_a_client;
};

/// Serves a dialect over TCP: each thread has its own listening socket on the one port, and a connection stays on its
/// thread. Neither copied nor moved. `listen`, then `serve`; the rest may be called from any thread.
class server {
  public:
    /// Makes what one thread speaks. Called by `listen`, once for each.
    using dialect_maker = std::function<std::unique_ptr<dialect>()>;

    /// @p shared outlives the server and is no other's.
    server(server_options how, server_state& shared);
    server(const server&) = delete;
    server& operator=(const server&) = delete;
    /// Ends at once what has not ended.
    ~server();

    /// Listens, and allows the process as many open files as that may need: where. Errors: `invalid_settings` for an
    /// address that cannot be used; `in_use` where somebody listens there; `internal` for another refusal of the
    /// system.
    result<tcp_endpoint> listen(const dialect_maker& speak);
    /// Starts the threads. They take no signals.
    void serve();

    /// Begins to stop: no new connections, those at rest are closed, the others when `server_options::stop` says, and
    /// what is left after @p deadline is cut off. Does not block. Called again, it can only shorten the deadline.
    void begin_stop(std::chrono::milliseconds deadline);
    /// Blocks until all is ended that `begin_stop` told to end. False where something was cut off.
    bool wait();

  private:
    const server_options how_;
    server_state& shared_;
    std::vector<std::unique_ptr<worker>> workers_;
    std::vector<std::thread> threads_;
    std::mutex joining_;
};

} // namespace vesta::net
