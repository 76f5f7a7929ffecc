#include "server/worker.hpp"

#include "api/problem.hpp"
#include "api/route.hpp"
#include "http/answer.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>

namespace vesta::rest {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using std::chrono::milliseconds;
using std::chrono::steady_clock;
using error_code = boost::system::error_code;

constexpr milliseconds linger{2'000};
constexpr milliseconds accept_pause{100}; // after the system had no descriptor left

// Only this thread touches the sockets, and only `begin_stop` is called from another.
constexpr int own_thread_only = BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO;

milliseconds sweep_period(const limits& of) {
    return std::clamp(std::min({of.idle, of.read, of.write}) / 8, milliseconds{10}, milliseconds{1000});
}

} // namespace

worker::worker(services& server)
    : context_{own_thread_only},
      bench_{.server = server, .counts = server.board.add(routes().size() + 1, server.generators.all().size())},
      allowed_{server.limit.idle, server.limit.read, server.limit.serve * 2, server.limit.write, linger},
      sweep_period_{sweep_period(server.limit)} {}

worker::~worker() = default;

void worker::run(tcp::acceptor listener) {
    listener_ = std::move(listener);
    accept();
    for (;;) {
        try {
            context_.run();
            return;
        } catch (const std::exception&) { // memory ran out: the connection at work is gone, the others go on
            output_.clear();
            bench_.counts.rejected(rejection::failed);
        }
    }
}

steady_clock::time_point worker::begin_batch() noexcept {
    const auto now = steady_clock::now();
    bench_.watch.start(now);
    bench_.date.refresh();
    return now;
}

steady_clock::time_point worker::enlist(connection& one, phase in) {
    list& to = lists_[static_cast<std::size_t>(in)];
    if (one.is_linked()) one.unlink();
    to.push_back(one);
    return steady_clock::now() + allowed_[static_cast<std::size_t>(in)];
}

void worker::accept() {
    listener_.async_accept([this](const error_code& ec, tcp::socket socket) { on_accepted(ec, std::move(socket)); });
}

void worker::on_accepted(const error_code& ec, tcp::socket socket) {
    if (!listener_.is_open()) return;
    if (!ec) take_in(std::move(socket));
    const bool is_short = ec == error_code{EMFILE, boost::system::system_category()} ||
                          ec == error_code{ENFILE, boost::system::system_category()} || ec == asio::error::no_memory ||
                          ec == asio::error::no_buffer_space;
    if (is_short) return retry_accept();
    accept(); // any other error is of one connection that is gone again
}

void worker::retry_accept() {
    bench_.counts.rejected(rejection::accept_failed);
    accept_pause_.expires_after(accept_pause);
    accept_pause_.async_wait([this](const error_code& ec) {
        if (!ec && listener_.is_open()) accept();
    });
}

void worker::take_in(tcp::socket socket) {
    const boost::intrusive_ptr<connection> fresh{new connection{*this, std::move(socket)}};
    await_sweep();
    const std::size_t limit = bench_.server.limit.connections;
    const std::size_t open = bench_.server.connections.load(std::memory_order_relaxed);
    if (open <= limit) return fresh->start();
    bench_.counts.rejected(rejection::connections);
    if (open <= limit + limit / 4 + 16) fresh->turn_away(); // beyond that there is no time for explanations
}

void worker::write_turn_away() {
    begin_batch();
    std::string content;
    write_problem(overloaded("too many connections"), content);
    write_head(output_,
               {.code = http::status::service_unavailable,
                .content_type = "application/problem+json",
                .cache = http::caching::no_store,
                .retry_after = std::chrono::seconds{1}},
               content.size(), http::persistence::close, bench_.date);
    output_.append(content);
}

void worker::began() noexcept {
    ++connections_;
}

void worker::ended() noexcept {
    --connections_;
    rest_if_done();
}

template <class Action>
void worker::for_each(list& of, Action action) {
    for (auto at = of.begin(); at != of.end();) {
        const boost::intrusive_ptr<connection> one{&*at++};
        action(*one);
    }
}

void worker::await_sweep() {
    if (sweeping_ || connections_ == 0) return;
    sweeping_ = true;
    sweeper_.expires_after(sweep_period_);
    sweeper_.async_wait([this](const error_code& ec) {
        sweeping_ = false;
        if (!ec) sweep();
        await_sweep();
    });
}

/// The members of a list came in one after the other and may stay equally long: the first are due first.
void worker::sweep() {
    const auto now = steady_clock::now();
    for (list& each : lists_) {
        while (!each.empty() && each.front().deadline() <= now) {
            const boost::intrusive_ptr<connection> due{&each.front()};
            due->unlink();
            due->time_out();
        }
    }
}

void worker::begin_stop(steady_clock::time_point deadline) {
    asio::post(context_, [this, deadline] { stop_by(deadline); });
}

void worker::stop_by(steady_clock::time_point deadline) {
    if (!stopping_) {
        stopping_ = true;
        drain_listener();
        for_each(lists_[static_cast<std::size_t>(phase::idle)], [](connection& each) { each.end_if_idle(); });
        stopper_.expires_at(deadline);
    } else if (deadline < stopper_.expiry()) {
        stopper_.expires_at(deadline);
    }
    await_cut();
    rest_if_done();
}

/// Takes in what the system has accepted already: those clients believe that they are connected.
void worker::drain_listener() {
    error_code ec;
    listener_.non_blocking(true, ec);
    while (!ec) {
        tcp::socket socket{context_};
        listener_.accept(socket, ec);
        if (!ec) take_in(std::move(socket));
    }
    listener_.close(ec);
    accept_pause_.cancel();
}

void worker::await_cut() {
    stopper_.async_wait([this](const error_code& ec) {
        if (!ec) cut_all();
    });
}

void worker::cut_all() noexcept {
    for (list& each : lists_)
        for_each(each, [](connection& one) { one.cut(); });
}

/// With nothing left to wait for, the loop ends.
void worker::rest_if_done() noexcept {
    if (!stopping_ || connections_ != 0) return;
    sweeper_.cancel();
    stopper_.cancel();
}

} // namespace vesta::rest
