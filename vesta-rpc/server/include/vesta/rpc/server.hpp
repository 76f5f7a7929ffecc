#pragma once

#include <vesta/base/figures.hpp>
#include <vesta/base/result.hpp>
#include <vesta/catalogue/catalogue.hpp>
#include <vesta/rpc/server_counts.hpp>
#include <vesta/rpc/server_options.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace vesta::rpc {

/// A server that publishes a catalogue's generators in RESP (docs/rpc-protocol.md). Neither copied nor moved.
///
/// It serves from threads of its own as soon as it is made.
/// Thread-safety: safe.
class server {
  public:
    /// Listens and starts to serve. @p from was opened for `gen_method::rpc`.
    ///
    /// Errors: `invalid_settings` for a bad address; `in_use` if another process listens there; `internal` for another
    /// refusal of the system.
    /// Lifetime: @p from outlives the server.
    static result<std::unique_ptr<server>> start(const server_options& options, const catalogue& from);

    server(const server&) = delete;
    server& operator=(const server&) = delete;
    /// Ends everything at once that `begin_stop` has not ended.
    ~server();

    /// Where it listens: ADDRESS:PORT, with real ports, or unix:PATH.
    const std::vector<std::string>& addresses() const noexcept;
    /// The first of them with a port, else the first.
    const std::string& address() const noexcept;
    std::uint16_t port() const noexcept;

    /// Takes @p with for new connections; others go on as they began. For new certificates, while it serves.
    ///
    /// Errors: `invalid_argument` for null, or if it serves without TLS.
    result<void> replace_tls(tls::shared_context with);

    /// Goes on as before, but INFO says that no generator is ready.
    void begin_drain() noexcept;

    /// Begins to stop: accepts no connection, answers the commands that have arrived, and closes; after @p deadline it
    /// cuts off the rest. Does not block. A later call can only shorten the deadline.
    void begin_stop(std::chrono::milliseconds deadline);

    /// Blocks until everything that `begin_stop` ends has ended. False if a connection was cut off.
    bool wait();

    /// The counters so far, summed over the server's threads.
    server_counts counts() const;
    /// The same for metrics.
    figures counted() const;

  private:
    class running;
    explicit server(std::unique_ptr<running> started);

    std::unique_ptr<running> running_;
};

} // namespace vesta::rpc
