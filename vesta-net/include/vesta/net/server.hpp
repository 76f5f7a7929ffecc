#pragma once

#include <vesta/base/result.hpp>
#include <vesta/net/asio.hpp>
#include <vesta/net/common_socket.hpp>
#include <vesta/net/endpoint.hpp>
#include <vesta/net/given_sockets.hpp>
#include <vesta/net/listen_address.hpp>
#include <vesta/net/program_state.hpp>
#include <vesta/net/server_state.hpp>
#include <vesta/net/session.hpp>
#include <vesta/tls/context.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace vesta::net {

class worker;

/// How long a connection may stay in one phase; 0: for ever.
///
/// Checked eight times within the shortest of the first four, but at least once and at most a hundred times a second.
struct time_limits {
    std::chrono::milliseconds idle{0};           ///< No request begins to arrive. The connection is closed.
    std::chrono::milliseconds arrival{0};        ///< A request, from its first byte to its last. The session is told.
    std::chrono::milliseconds sending{0};        ///< Answers that the client does not read; see `slow_reader`.
    std::chrono::milliseconds handshake{10'000}; ///< A TLS handshake. The connection is closed.
    /// A session waits, and has not ended that itself. The connection is closed.
    std::chrono::milliseconds waiting{0};
    /// The client has its last answer, and has not closed yet. The connection is closed.
    std::chrono::milliseconds lingering{2'000};
};

/// When answers are sent.
enum class sending : std::uint8_t {
    at_once,  ///< After each connection's turn.
    in_rounds ///< After the turns of all ready connections, or 64 KiB; rounds gather if that pays (`gathering`).
};

/// How long a client has to read its answers, and how it is closed if it does not.
enum class slow_reader : std::uint8_t {
    has_one_deadline,   ///< From the first byte that it did not read to the last. The connection is reset.
    may_go_on_for_ever, ///< The time starts again with each part it reads. It may read what was sent after the end.
};

/// How a connection beyond the limit is turned away.
enum class turning_away : std::uint8_t {
    /// With an answer that it may read as any. A quarter more than the limit, and 16, get one at a time; others are
    /// just closed.
    as_a_client,
    in_passing ///< With as much of an answer as the system takes at once; then it is closed.
};

/// How a server listens, its limits, and how it treats clients.
struct server_options {
    std::string listen;               ///< As `parse_listen_addresses` reads. Port 0 takes a free one.
    unsigned threads = 0;             ///< Serving threads; 0: one per processor.
    std::string thread_name;          ///< The threads' name in the system, followed by a number; at most 12 bytes.
    std::size_t connections = 10'000; ///< Open at one time.
    /// Bytes that a client may send after its last answer before it is closed.
    std::size_t discarded = std::numeric_limits<std::size_t>::max();
    tls::shared_context tls;      ///< For TCP connections; null: they are plain.
    std::size_t handshakes = 256; ///< Under way in one thread. The longest silent one gives way to the next.
    time_limits limit{};
    sending answers = sending::at_once;
    slow_reader slow = slow_reader::has_one_deadline;
    turning_away too_many = turning_away::as_a_client;
    std::shared_ptr<program_state> program{}; ///< Shared with other servers; null: the server has its own.
    std::shared_ptr<given_sockets> given{};   ///< Shared with other servers, for `listen`; may be null.
    /// Receives why a connection failed, or why none can be accepted: the system lacks memory or files. Called from any
    /// serving thread; may be empty.
    std::function<void(std::string_view)> log{};
};

/// Serves a dialect over TCP, with TLS or without, and over unix sockets. Neither copied nor moved.
///
/// Each thread has its own listening socket on a TCP port, and all share that of a unix socket; a connection stays on
/// its thread. Call `listen`, then `serve`.
/// Thread-safety: `replace_tls`, `cut`, `begin_drain`, `begin_stop` and `wait` are safe.
class server {
  public:
    /// Makes the dialect of one thread. `listen` calls it once per thread.
    using dialect_maker = std::function<std::unique_ptr<dialect>()>;

    /// Lifetime: @p shared outlives the server, and belongs to no other.
    server(server_options how, server_state& shared);
    server(const server&) = delete;
    server& operator=(const server&) = delete;
    /// Cuts off whatever still runs.
    ~server();

    /// Listens, and raises the limit of open files as needed. Returns where, with real ports.
    ///
    /// Errors: `invalid_settings` for an address that cannot be used; `in_use` if another process listens there;
    /// `internal` for another refusal of the system.
    result<std::vector<listen_address>> listen(const dialect_maker& speak);
    /// Where it listens, as texts with real ports: ADDRESS:PORT or unix:PATH. Empty before `listen`.
    const std::vector<std::string>& addresses() const noexcept { return addresses_; }
    /// Starts the threads. They receive no signals.
    void serve();

    /// Takes @p with for new connections, also while it serves; others go on as they began. From any thread.
    ///
    /// Errors: `invalid_argument` for null, or if it serves without TLS.
    result<void> replace_tls(tls::shared_context with);

    /// Closes the connections of these numbers (`client::number`) soon, without finishing their requests. @p numbers
    /// rise; those of connections that have ended are ignored. From any thread.
    void cut(std::vector<std::uint64_t> numbers);

    /// Goes on as before, and has `server_state` say that it will stop. Nothing after `begin_stop`.
    void begin_drain() noexcept;
    /// Begins to stop: accepts no connection, closes idle ones, and the others when the requests that had begun to
    /// arrive are answered and their clients have read the answers; cuts off the rest after @p deadline. Does not
    /// block. A later call can only shorten the deadline.
    void begin_stop(std::chrono::milliseconds deadline);
    /// Blocks until everything that `begin_stop` ends has ended. False if a connection was cut off.
    bool wait();

  private:
    result<void> open_common(const std::vector<listen_address>& at);
    result<void> listen(worker& with, std::vector<listen_address>& at, sharing how);

    const server_options how_;
    server_state& shared_;
    std::vector<std::optional<common_socket>> common_; // of each address; none: each thread has its own
    std::vector<std::string> addresses_;
    std::vector<std::unique_ptr<worker>> workers_;
    std::vector<std::thread> threads_;
    std::mutex joining_;
};

} // namespace vesta::net
