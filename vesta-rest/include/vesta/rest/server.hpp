#pragma once

#include <vesta/access/gate.hpp>
#include <vesta/base/figures.hpp>
#include <vesta/base/result.hpp>
#include <vesta/catalogue/catalogue.hpp>
#include <vesta/catalogue/snapshot.hpp>
#include <vesta/rest/compatibility.hpp>
#include <vesta/rest/limits.hpp>
#include <vesta/rest/operations.hpp>
#include <vesta/tls/context.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::net {
class given_sockets;
class program_state;
class request_log;
} // namespace vesta::net

namespace vesta::rest {

/// How an HTTP server is set up.
struct server_options {
    /// Address and port: 127.0.0.1:8080, [::1]:8080, 0.0.0.0:80. Port 0 takes a free one. Or a unix socket:
    /// unix:/run/vesta/rest.sock. Or several, separated by commas.
    std::string listen = "127.0.0.1:8080";
    /// For all TCP connections; null: none is secured. Its protocol is "http/1.1".
    tls::shared_context tls;
    /// Serving threads; 0: one per processor.
    unsigned threads = 0;
    limits limit{};
    compatibility manners = compatibility::own; ///< Of Vesta's paths.
    /// The names, in lower case and without ports, under which it may be asked besides its addresses and names without
    /// a dot. Empty: a server on loopback has no other; one that others can reach is asked under any.
    std::vector<std::string> hosts{};
    /// Says who may do what; null: everybody may do everything. Outlives the server.
    access::gate* gate = nullptr;
    /// Further figures for /metrics: the program has other things to count than this server. Called on a serving
    /// thread or the refresher's: it must not block and must not throw. May be empty.
    std::function<figures()> further_figures{};
    /// What operators may see and do besides. Used until the server is destroyed.
    operations operators{};
    /// Keeps fresh what operators look at; servers of one program may share it. Null: the server has its own.
    std::shared_ptr<snapshots> refresher{};
    /// Receives the requests that it asks for; null: none. Outlives the server.
    net::request_log* requests = nullptr;
    /// The limits of all servers of the program. Null: the server has its own.
    std::shared_ptr<net::program_state> program{};
    /// Sockets that the program was started with, of which this server takes those at `listen`. May be null.
    std::shared_ptr<net::given_sockets> given{};
    /// Receives one line at a time about problems that concern more than one client, and why a connection failed.
    /// Called from any serving thread; may be empty.
    std::function<void(std::string_view)> log{};
};

/// The HTTP server; docs/http-api.md describes its answers. Neither copied nor moved.
///
/// Each thread has its own listening socket on the one port, and a connection stays on its thread.
/// Thread-safety: safe.
class server {
  public:
    /// Listens, and serves until it is stopped. Raises the soft limit of open files as far as `limits::connections`
    /// needs and the hard limit allows.
    ///
    /// Errors: `invalid_settings` for an address or limit that cannot be used; `in_use` if another process listens
    /// there; `internal` for another refusal of the system.
    /// Lifetime: @p published outlives the server.
    static result<std::unique_ptr<server>> start(const server_options& options, const catalogue& published);

    server(const server&) = delete;
    server& operator=(const server&) = delete;
    /// Ends everything at once that `begin_stop` has not ended.
    ~server();

    /// Where it listens: ADDRESS:PORT, with real ports, or unix:PATH.
    const std::vector<std::string>& addresses() const noexcept;
    /// The first address it listens on, without the port; unix:PATH if it has none but unix sockets.
    const std::string& address() const noexcept;
    /// The first port it listens on, also if 0 was asked for; 0 if it has none but unix sockets.
    std::uint16_t port() const noexcept;

    /// Takes @p with for new connections; others go on as they began. For new certificates, while it serves.
    ///
    /// Errors: `invalid_argument` for null, or if it serves without TLS.
    result<void> replace_tls(tls::shared_context with);

    /// Goes on as before, but /readyz is 503, and each answer ends its connection, so that clients go elsewhere.
    void begin_drain() noexcept;

    /// Begins to stop: accepts no connection, closes idle ones, and finishes requests that have begun until @p deadline
    /// has passed, then cuts off the rest. Does not block. A later call can only shorten the deadline; 0 ends it at
    /// once.
    void begin_stop(std::chrono::milliseconds deadline);

    /// Blocks until everything that `begin_stop` ends has ended. False if a connection was cut off.
    bool wait();

  private:
    class parts;
    explicit server(std::unique_ptr<parts> made);

    std::unique_ptr<parts> parts_;
};

} // namespace vesta::rest
