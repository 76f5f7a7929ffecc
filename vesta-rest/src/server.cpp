#include "session/http_dialect.hpp"

#include <vesta/net/server.hpp>
#include <vesta/rest/server.hpp>

#include <algorithm>

namespace vesta::rest {
namespace {

constexpr std::uint32_t least_header_bytes = 1024;
// A session ends its own wait; this is more than a timer can be late.
constexpr std::chrono::milliseconds overdue{60'000};

result<void> check(const limits& of) {
    const auto require = [](bool holds, const char* what) -> result<void> {
        if (holds) return {};
        return error{errc::invalid_settings, what};
    };
    using std::chrono::milliseconds;
    const milliseconds shortest = std::min({of.idle, of.read, of.write, of.serve, of.handshake});
    if (auto fine = require(of.header_bytes >= least_header_bytes, "the header limit is below 1024 bytes"); !fine)
        return fine;
    if (auto fine = require(of.batch >= 1 && of.connections >= 1, "batch and connections must be at least 1"); !fine)
        return fine;
    return require(shortest >= milliseconds{10}, "a time-out is below 10ms");
}

net::server_options net_options(const server_options& options, std::shared_ptr<net::program_state> program) {
    const limits& limit = options.limit;
    return {.listen = options.listen,
            .threads = options.threads,
            .thread_name = "vesta-rest",
            .connections = limit.connections,
            .discarded = 1024 * 1024,
            .tls = options.tls,
            .limit = {.idle = limit.idle,
                      .arrival = limit.read,
                      .sending = limit.write,
                      .handshake = limit.handshake,
                      .waiting = limit.serve + overdue,
                      .lingering = std::chrono::seconds{2}},
            .answers = net::sending::at_once,
            .slow = net::slow_reader::has_one_deadline,
            .too_many = net::turning_away::as_a_client,
            .program = std::move(program),
            .given = options.given,
            .log = options.log};
}

} // namespace

class server::parts {
  public:
    parts(const server_options& options, const catalogue& published)
        : shared_{.generators = published,
                  .limit = options.limit,
                  .manners = options.manners,
                  .further_figures = options.further_figures,
                  .operators = options.operators,
                  .gate = options.gate,
                  .requests = options.requests,
                  .program = options.program ? options.program : std::make_shared<net::program_state>(),
                  .refresher = options.refresher ? options.refresher : std::make_shared<snapshots>()},
          hosts_{options.hosts}, server_{net_options(options, shared_.program), shared_.state} {}

    result<void> start() {
        const auto where = server_.listen([this] { return std::make_unique<http_dialect>(shared_); });
        if (!where) return where.error();
        address_ = server_.addresses().front();
        if (const auto* const first = net::first_endpoint(*where)) {
            address_ = first->address().to_string();
            port_ = first->port();
        }
        shared_.hosts = http::served_hosts{std::move(hosts_), std::ranges::all_of(*where, net::is_local)};
        server_.serve();
        return {};
    }

    net::server& below() noexcept { return server_; }
    const std::string& address() const noexcept { return address_; }
    std::uint16_t port() const noexcept { return port_; }

  private:
    services shared_;
    std::vector<std::string> hosts_;
    net::server server_;
    std::string address_;
    std::uint16_t port_ = 0;
};

result<std::unique_ptr<server>> server::start(const server_options& options, const catalogue& published) {
    if (auto fine = check(options.limit); !fine) return std::move(fine).error();
    auto made = std::make_unique<parts>(options, published);
    if (auto started = made->start(); !started) return std::move(started).error();
    return std::unique_ptr<server>{new server{std::move(made)}};
}

server::server(std::unique_ptr<parts> made) : parts_{std::move(made)} {}

server::~server() = default;

const std::string& server::address() const noexcept {
    return parts_->address();
}

std::uint16_t server::port() const noexcept {
    return parts_->port();
}

const std::vector<std::string>& server::addresses() const noexcept {
    return parts_->below().addresses();
}

result<void> server::replace_tls(tls::shared_context with) {
    return parts_->below().replace_tls(std::move(with));
}

void server::begin_drain() noexcept {
    parts_->below().begin_drain();
}

void server::begin_stop(std::chrono::milliseconds deadline) {
    parts_->below().begin_stop(deadline);
}

bool server::wait() {
    return parts_->below().wait();
}

} // namespace vesta::rest
