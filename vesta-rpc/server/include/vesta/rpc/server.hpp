#pragma once

#include <vesta/base/result.hpp>
#include <vesta/generate/catalogue.hpp>
#include <vesta/rpc/server_options.hpp>
#include <vesta/rpc/server_statistics.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace vesta::rpc {

/// A server that publishes a catalogue's generators in RESP (docs/rpc-protocol.md). It serves from its own threads from
/// the moment it is made. Neither copied nor moved; every function may be called from any thread.
class server {
  public:
    /// Listens and starts to serve. @p from outlives the server and was opened for `gen_method::rpc`. Errors:
    /// `invalid_settings` for an address that is none; `in_use` where somebody listens there; `internal` for a refusal
    /// of the operating system.
    static result<std::unique_ptr<server>> start(const server_options& options, catalogue& from);

    server(const server&) = delete;
    server& operator=(const server&) = delete;
    /// Closes everything at once, where `stop` has not been called.
    ~server();

    /// Where it listens, as ADDRESS:PORT with the port it really has.
    const std::string& address() const noexcept;
    std::uint16_t port() const noexcept;

    /// Accepts nobody any more, answers what has arrived, closes the connections and ends the threads: by itself when
    /// all is answered, by force when the deadline of the options is over. Blocks until then. False if force was used.
    /// Only the first call does anything.
    bool stop();

    server_statistics statistics() const;

  private:
    class running;
    explicit server(std::unique_ptr<running> started);

    std::unique_ptr<running> running_;
    std::atomic<bool> stopped_{false};
};

} // namespace vesta::rpc
