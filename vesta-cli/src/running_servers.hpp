#pragma once

#include <vesta/embed/instance.hpp>
#include <vesta/net/given_sockets.hpp>
#include <vesta/net/program_state.hpp>
#include <vesta/net/request_log.hpp>
#include <vesta/rest/server.hpp>
#include <vesta/rpc/server.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace vesta::cli {

/// Where the servers report what clients ask, and what else /metrics shows.
struct reporting {
    net::request_log* requests = nullptr;
    std::function<figures()> more = [] { return figures{}; };
    rest::operations operators{}; ///< What REST lets operators see and do.
};

/// The servers that the settings enable, on one instance. Destroyed in reverse order.
class running_servers {
  public:
    /// All outlive it; @p rights may be null. The servers take those of @p given that are where they are to listen.
    running_servers(const embed::settings& by, embed::instance& of, access::gate* rights, net::given_sockets given,
                    reporting to = {});

    /// What both share.
    net::program_state& shared() noexcept { return *program_; }

    /// Listens and serves from then on.
    ///
    /// Errors: those of the servers, with the setting; `invalid_settings` for a given socket that no setting names.
    result<void> start();

    /// Takes the certificates, keys and authorities of @p with for new connections: those of both servers, or of none.
    /// Other settings are not looked at.
    ///
    /// Errors: `invalid_settings` for files that cannot be used, and for a server that would begin or end TLS.
    result<void> replace_certificates(const embed::settings& with);

    /// Says that the servers will stop. Each goes on serving as long as its setting `drain` says, from the instant that
    /// this returns.
    std::chrono::steady_clock::time_point begin_drain();
    /// Begins to stop the servers that have drained by @p now. When the next one will have; nothing if none is left.
    std::optional<std::chrono::steady_clock::time_point> stop_drained(std::chrono::steady_clock::time_point now);
    /// Stops both, drained or not, at the same time, so that they share one deadline. Blocks until they have ended.
    void stop();

  private:
    result<void> expect_private() const;
    result<void> expect_none_left() const;
    result<void> start_rpc(tls::shared_context secured_by);
    result<void> start_rest(tls::shared_context secured_by);

    const embed::settings& by_;
    embed::instance& of_;
    access::gate* rights_;
    const reporting to_;
    const std::shared_ptr<snapshots> refresher_ = std::make_shared<snapshots>();
    const std::shared_ptr<net::program_state> program_;
    const std::shared_ptr<net::given_sockets> given_;
    std::unique_ptr<rpc::server> rpc_;
    std::unique_ptr<rest::server> rest_;
    std::chrono::steady_clock::time_point drains_since_;
};

} // namespace vesta::cli
