#include "service.hpp"
#include "worker.hpp"

#include <vesta/net/endpoint.hpp>
#include <vesta/net/open_files.hpp>
#include <vesta/rpc/server.hpp>

#include <condition_variable>
#include <csignal>
#include <mutex>
#include <thread>
#include <vector>

namespace vesta::rpc {
namespace {

/// While it lives, threads started here take no signals: they are the program's own business.
class signals_blocked {
  public:
    signals_blocked() {
        sigset_t all;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    signals_blocked(const signals_blocked&) = delete;
    signals_blocked& operator=(const signals_blocked&) = delete;
    ~signals_blocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  private:
    sigset_t before_{};
};

} // namespace

class server::running {
  public:
    running(const server_options& options, catalogue& from)
        : options_{options}, service_{options_, from, [this] { return statistics(); }} {}

    result<void> listen();
    void serve();
    bool stop(std::chrono::milliseconds deadline);
    server_statistics statistics() const;

    const std::string& address() const noexcept { return service_.address; }
    std::uint16_t port() const noexcept { return port_; }
    std::chrono::milliseconds deadline() const noexcept { return options_.stop_deadline; }

  private:
    const server_options options_;
    detail::service service_;
    detail::shared_counts shared_;
    std::uint16_t port_ = 0;
    std::vector<std::unique_ptr<detail::worker>> workers_;

    std::mutex guard_;
    std::condition_variable ended_;
    std::size_t serving_ = 0;
    std::vector<std::thread> threads_;
};

result<void> server::running::listen() {
    auto where = net::parse_endpoint(options_.listen);
    if (!where) return where.reason();
    net::make_room_for(options_.limits.connections);
    const unsigned processors = std::max(1U, std::thread::hardware_concurrency());
    const unsigned threads = options_.threads == 0 ? processors : options_.threads;
    for (unsigned i = 0; i < threads; ++i) {
        auto made = std::make_unique<detail::worker>(service_, shared_);
        auto listening = net::listen(made->context(), *where, net::sharing_of(i, threads));
        if (!listening) return listening.reason();
        *where = listening->local_endpoint(); // the others share the port that the first was given
        made->accept_from(std::move(*listening));
        workers_.push_back(std::move(made));
    }
    service_.address = net::to_text(*where);
    port_ = where->port();
    return {};
}

void server::running::serve() {
    const signals_blocked here;
    serving_ = workers_.size();
    for (const auto& each : workers_) {
        threads_.emplace_back([this, work = each.get()] {
            work->run();
            const std::lock_guard lock{guard_};
            --serving_;
            ended_.notify_all();
        });
    }
}

bool server::running::stop(std::chrono::milliseconds deadline) {
    for (const auto& each : workers_)
        each->begin_stop();
    std::unique_lock lock{guard_};
    const bool in_time = ended_.wait_for(lock, deadline, [this] { return serving_ == 0; });
    lock.unlock();
    if (!in_time) {
        for (const auto& each : workers_)
            each->abort();
    }
    for (std::thread& each : threads_)
        each.join();
    threads_.clear();
    return in_time;
}

server_statistics server::running::statistics() const {
    server_statistics sum;
    for (const std::string& each : service_.generators)
        sum.generators.push_back({each, 0});
    for (const auto& each : workers_)
        each->counted().add_to(sum);
    return sum;
}

result<std::unique_ptr<server>> server::start(const server_options& options, catalogue& from) {
    auto made = std::make_unique<running>(options, from);
    if (auto listening = made->listen(); !listening) return std::move(listening).reason();
    made->serve();
    return std::unique_ptr<server>{new server{std::move(made)}};
}

server::server(std::unique_ptr<running> started) : running_{std::move(started)} {}

server::~server() {
    if (!stopped_.exchange(true)) running_->stop(std::chrono::milliseconds{0});
}

bool server::stop() {
    if (stopped_.exchange(true)) return true;
    return running_->stop(running_->deadline());
}

const std::string& server::address() const noexcept {
    return running_->address();
}

std::uint16_t server::port() const noexcept {
    return running_->port();
}

server_statistics server::statistics() const {
    return running_->statistics();
}

} // namespace vesta::rpc
