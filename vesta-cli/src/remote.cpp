#include "remote.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <optional>
#include <poll.h>

namespace vesta::cli {
namespace {

/// IDs under way, shared with the client, which may still fill them after a signal has ended the wait.
class batch {
  public:
    explicit batch(std::size_t size) : ids(size) {}

    /// Called in the client's thread.
    void end(result<void> how) {
        how_ = std::move(how);
        ended_.store(true, std::memory_order_release);
        event_.set();
    }

    /// The result; nothing if @p stop came first.
    std::optional<result<void>> wait(const stop_signal& stop) const {
        std::array<pollfd, 2> waited{{{.fd = event_.descriptor(), .events = POLLIN, .revents = 0},
                                      {.fd = stop.descriptor(), .events = POLLIN, .revents = 0}}};
        while (::poll(waited.data(), waited.size(), -1) < 0 && errno == EINTR) {
        }
        if (!ended_.load(std::memory_order_acquire)) return std::nullopt;
        return how_;
    }

    std::vector<id> ids;

  private:
    const poll_flag event_;
    result<void> how_;
    std::atomic<bool> ended_{false};
};

} // namespace

void add_tls(CLI::App& command, remote_options& to) {
    auto* const tls = command.add_flag("--tls", to.tls, "Ask by TLS, at all addresses but unix sockets");
    tls->needs("--remote");
    command
        .add_option("--ca-file", to.secured.ca_file, "The authorities of the servers' certificates, else the system's")
        ->needs(tls);
    command
        .add_option("--server-name", to.secured.server_name, "The name in those certificates, else that of the host")
        ->needs(tls);
    auto* const certificate =
        command.add_option("--certificate", to.secured.certificate, "A certificate to show to servers")->needs(tls);
    auto* const key = command.add_option("--key", to.secured.key, "Its private key")->needs(certificate);
    certificate->needs(key);
}

result<remote_generator> remote_generator::open(const remote_options& how, const stream_query& query) {
    rpc::client_options options{.servers = how.servers, .name = "vesta-gen"};
    if (how.tls) {
        auto secured_by = tls::make_context(how.secured);
        if (!secured_by) return std::move(secured_by).error();
        options.tls = *std::move(secured_by);
    }
    if (const char* const password = std::getenv("VESTA_RPC_PASSWORD")) // NOLINT(concurrency-mt-unsafe): no thread yet
        options.password = password;
    auto by = rpc::client::open(options);
    if (!by) return std::move(by).error();
    auto from = by->get(query);
    if (!from) return std::move(from).error();
    return remote_generator{*std::move(by), *from};
}

result<void> remote_generator::generate(std::span<id> out, const stop_signal& stop) {
    const auto under_way = std::make_shared<batch>(out.size());
    from_.async_generate(under_way->ids, [under_way](result<void> how) { under_way->end(std::move(how)); });
    auto how = under_way->wait(stop);
    if (!how) return error{errc::closed, "interrupted"};
    if (*how) std::ranges::copy(under_way->ids, out.begin());
    return *how;
}

} // namespace vesta::cli
