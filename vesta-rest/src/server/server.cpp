#include "server/worker.hpp"

#include <vesta/net/endpoint.hpp>
#include <vesta/net/open_files.hpp>
#include <vesta/rest/server.hpp>

#include <algorithm>
#include <mutex>
#include <pthread.h>
#include <thread>

namespace vesta::rest {
namespace {

constexpr std::uint32_t least_header_bytes = 1024;

result<void> check(const limits& of) {
    const auto require = [](bool holds, const char* what) -> result<void> {
        if (holds) return {};
        return error{errc::invalid_settings, what};
    };
    using std::chrono::milliseconds;
    const milliseconds shortest = std::min({of.idle, of.read, of.write, of.serve});
    if (auto fine = require(of.header_bytes >= least_header_bytes, "the header limit is below 1024 bytes"); !fine)
        return fine;
    if (auto fine = require(of.batch >= 1 && of.connections >= 1, "batch and connections must be at least 1"); !fine)
        return fine;
    return require(shortest >= milliseconds{10}, "a time-out is below 10ms");
}

} // namespace

class server::parts {
  public:
    parts(const server_options& options, catalogue& published)
        : shared_{.generators = directory{published},
                  .limit = options.limit,
                  .further_metrics = options.metrics,
                  .board = {}} {}

    result<void> open(const net::tcp_endpoint& at, unsigned threads) {
        net::tcp_endpoint actual = at;
        for (unsigned i = 0; i < threads; ++i) {
            workers_.push_back(std::make_unique<worker>(shared_));
            auto listener = net::listen(workers_.back()->context(), actual, net::sharing_of(i, threads));
            if (!listener) return std::move(listener).reason();
            actual = listener->local_endpoint();
            listeners_.push_back(*std::move(listener));
        }
        address_ = actual.address().to_string();
        port_ = actual.port();
        return {};
    }

    void run() {
        for (std::size_t i = 0; i < workers_.size(); ++i) {
            auto serve = [each = workers_[i].get(), listener = std::move(listeners_[i])]() mutable {
                each->run(std::move(listener));
            };
            threads_.emplace_back(std::move(serve));
            pthread_setname_np(threads_.back().native_handle(), ("vesta-rest-" + std::to_string(i)).c_str());
        }
        listeners_.clear();
    }

    void begin_stop(std::chrono::milliseconds deadline) {
        shared_.stopping = true;
        const auto until = std::chrono::steady_clock::now() + deadline;
        for (const auto& each : workers_)
            each->begin_stop(until);
    }

    void wait() {
        const std::lock_guard guard{joining_};
        for (std::thread& each : threads_)
            if (each.joinable()) each.join();
    }

    const std::string& address() const noexcept { return address_; }
    std::uint16_t port() const noexcept { return port_; }

  private:
    services shared_;
    std::vector<std::unique_ptr<worker>> workers_;
    std::vector<net::tcp_acceptor> listeners_; // until their threads run
    std::vector<std::thread> threads_;
    std::mutex joining_;
    std::string address_;
    std::uint16_t port_ = 0;
};

result<std::unique_ptr<server>> server::start(const server_options& options, catalogue& published) {
    if (auto fine = check(options.limit); !fine) return std::move(fine).reason();
    const auto at = net::parse_endpoint(options.listen);
    if (!at) return at.reason();
    const std::size_t most = options.limit.connections;
    net::make_room_for(most + most / 4); // some are told that they are too many
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    auto made = std::make_unique<parts>(options, published);
    if (auto opened = made->open(*at, options.threads == 0 ? cores : options.threads); !opened)
        return std::move(opened).reason();
    made->run();
    return std::unique_ptr<server>{new server{std::move(made)}};
}

server::server(std::unique_ptr<parts> made) : parts_{std::move(made)} {}

server::~server() {
    begin_stop(std::chrono::milliseconds{0});
    wait();
}

const std::string& server::address() const noexcept {
    return parts_->address();
}

std::uint16_t server::port() const noexcept {
    return parts_->port();
}

void server::begin_stop(std::chrono::milliseconds deadline) {
    parts_->begin_stop(deadline);
}

void server::wait() {
    parts_->wait();
}

} // namespace vesta::rest
