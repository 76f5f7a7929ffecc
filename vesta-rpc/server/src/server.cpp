#include "figures.hpp"
#include "resp_dialect.hpp"

#include <vesta/net/endpoint.hpp>
#include <vesta/net/server.hpp>
#include <vesta/rpc/server.hpp>

#include <vector>

namespace vesta::rpc {
namespace {

net::server_options net_options(const server_options& options) {
    const auto& limits = options.limits;
    return {.listen = options.listen,
            .threads = options.threads,
            .thread_name = "vesta-rpc",
            .connections = limits.connections,
            .tls = options.tls,
            .limit = {.idle = limits.idle,
                      .arrival = limits.command_arrival,
                      .sending = limits.answer_departure,
                      .handshake = limits.handshake,
                      .lingering = std::chrono::seconds{1}},
            .answers = net::sending::in_rounds,
            .slow = net::slow_reader::may_go_on_for_ever,
            .too_many = net::turning_away::in_passing,
            .program = options.program,
            .given = options.given,
            .log = options.log};
}

} // namespace

class server::running {
  public:
    running(const server_options& options, const catalogue& from)
        : options_{options}, service_{options_, from, [this] { return counts(); }},
          server_{net_options(options), state_} {}

    result<void> start();
    net::server& below() noexcept { return server_; }
    server_counts counts() const;
    figures counted() const { return detail::figures_of(state_, counts()); }

    const std::string& address() const noexcept { return service_.address; }
    std::uint16_t port() const noexcept { return port_; }

  private:
    void add_traffic(server_counts& to) const;

    const server_options options_;
    net::server_state state_;
    std::vector<std::unique_ptr<detail::counters>> counted_; // of each thread
    detail::service service_;                                // after what it counts
    net::server server_;
    std::uint16_t port_ = 0;
};

result<void> server::running::start() {
    const auto where = server_.listen([this] {
        counted_.push_back(std::make_unique<detail::counters>(service_.from.all().size()));
        return std::make_unique<detail::resp_dialect>(service_, *counted_.back());
    });
    if (!where) return where.error();
    service_.address = server_.addresses().front();
    if (const auto* const first = net::first_endpoint(*where)) {
        service_.address = net::to_text(*first);
        port_ = first->port();
    }
    service_.port = port_;
    service_.cut = [this](std::vector<std::uint64_t> numbers) { server_.cut(std::move(numbers)); };
    server_.serve();
    return {};
}

void server::running::add_traffic(server_counts& to) const {
    to.leaving = state_.is_leaving();
    to.connections_open = state_.open;
    to.connections_accepted = state_.sum(&net::traffic::accepted);
    to.turned_away = state_.sum(&net::traffic::turned_away);
    to.closed_idle = state_.sum(&net::traffic::closed_idle);
    to.closed_slow_command = state_.sum(&net::traffic::closed_arriving);
    to.closed_unread = state_.sum(&net::traffic::closed_unread);
    to.closed_handshake_failed = state_.sum(&net::traffic::handshake_failed);
    to.closed_handshake_slow = state_.sum(&net::traffic::closed_handshaking);
    to.waiting = state_.sum(&net::traffic::waiting);
    to.bytes_received = state_.sum(&net::traffic::bytes_received);
    to.bytes_sent = state_.sum(&net::traffic::bytes_sent);
}

server_counts server::running::counts() const {
    server_counts sum;
    add_traffic(sum);
    for (const auto& each : service_.from.all())
        sum.generators.push_back({each->name(), 0});
    for (const auto& each : counted_)
        each->add_to(sum);
    return sum;
}

result<std::unique_ptr<server>> server::start(const server_options& options, const catalogue& from) {
    auto made = std::make_unique<running>(options, from);
    if (auto started = made->start(); !started) return std::move(started).error();
    return std::unique_ptr<server>{new server{std::move(made)}};
}

server::server(std::unique_ptr<running> started) : running_{std::move(started)} {}

server::~server() = default;

const std::vector<std::string>& server::addresses() const noexcept {
    return running_->below().addresses();
}

result<void> server::replace_tls(tls::shared_context with) {
    return running_->below().replace_tls(std::move(with));
}

void server::begin_drain() noexcept {
    running_->below().begin_drain();
}

void server::begin_stop(std::chrono::milliseconds deadline) {
    running_->below().begin_stop(deadline);
}

bool server::wait() {
    return running_->below().wait();
}

const std::string& server::address() const noexcept {
    return running_->address();
}

std::uint16_t server::port() const noexcept {
    return running_->port();
}

server_counts server::counts() const {
    return running_->counts();
}

figures server::counted() const {
    return running_->counted();
}

} // namespace vesta::rpc
