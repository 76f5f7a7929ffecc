#pragma once

#include <vesta/base/result.hpp>
#include <vesta/generate/catalogue.hpp>
#include <vesta/rest/limits.hpp>
#include <vesta/rest/metrics.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace vesta::rest {

struct server_options {
    /// Where to listen: 127.0.0.1:8080, [::1]:8080, 0.0.0.0:80. Port 0 takes a free one.
    std::string listen = "127.0.0.1:8080";
    /// Serving threads; 0 for one per core.
    unsigned threads = 0;
    limits limit{};
    /// Further figures for /metrics. They outlive the server.
    std::vector<metric_source*> metrics{};
};

/// The HTTP server: docs/http-api.md says what it answers. Each thread has its own listening socket on the one port,
/// and a connection stays on its thread. Neither copied nor moved. Safe to use from any thread.
class server {
  public:
    /// Listens and serves until stopped. Raises the process's soft limit of open files as far as `limit.connections`
    /// needs it and the hard limit allows. @p published outlives the server; its generators do not change.
    /// Errors: `invalid_settings` for an address or limit that cannot be used; `in_use` where somebody listens there;
    /// `internal` for a refusal of the system that is neither.
    static result<std::unique_ptr<server>> start(const server_options& options, catalogue& published);

    server(const server&) = delete;
    server& operator=(const server&) = delete;
    /// Ends at once what `stop` has not ended.
    ~server();

    /// The address and port it listens on.
    const std::string& address() const noexcept;
    std::uint16_t port() const noexcept;

    /// Begins to stop: no new connections, idle ones are closed, requests that have begun are finished until
    /// @p deadline has passed; then the rest is cut off. Does not block. Called again, it can only shorten the
    /// deadline: with 0 it ends at once.
    void begin_stop(std::chrono::milliseconds deadline);

    /// Blocks until all is ended that `begin_stop` told to end.
    void wait();

  private:
    class parts;
    explicit server(std::unique_ptr<parts> made);

    std::unique_ptr<parts> parts_;
};

} // namespace vesta::rest
