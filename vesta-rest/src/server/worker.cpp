#include "server/worker.hpp"

#include "api/problem.hpp"
#include "api/route.hpp"
#include "http/answer.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>

namespace vesta::rest {
namespace {

namespace asio = boost::asio;
using std::chrono::milliseconds;
using std::chrono::steady_clock;
using error_code = boost::system::error_code;

constexpr milliseconds linger{2'000};
constexpr milliseconds overdue{60'000}; // a session ends its waiting itself: this is more than a timer can be late

// Only this thread touches the sockets, and only `begin_stop` is called from another.
constexpr int own_thread_only = BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO;

milliseconds sweep_period(const limits& of) {
    return std::clamp(std::min({of.idle, of.read, of.write}) / 8, milliseconds{10}, milliseconds{1000});
}

} // namespace

worker::worker(services& server)
    : context_{own_thread_only},
      bench_{.server = server, .counts = server.board.add(routes().size() + 1, server.generators.all().size())},
      allowed_{server.limit.idle, server.limit.read, server.limit.serve + overdue, server.limit.write, linger},
      sweep_period_{sweep_period(server.limit)} {}

worker::~worker() = default;

void worker::run(net::tcp_acceptor listener) {
    listener_.start(std::move(listener), *this);
    sockets_.leave_for(listener_.number());
    sockets_.start(*this);
    for (;;) {
        try {
            context_.run();
            return;
        } catch (const std::exception&) { // memory ran out, though no connection was at work
            bench_.counts.rejected(rejection::failed);
        }
    }
}

void worker::attempt(connection& one, void (connection::*what)()) noexcept {
    try {
        if (!one.is_cut()) (one.*what)();
    } catch (const std::exception&) {
        output_.clear();
        bench_.counts.rejected(rejection::failed);
        one.cut();
    }
}

void worker::begin_round(steady_clock::time_point now) noexcept {
    now_ = now;
    bench_.date.refresh();
}

bool worker::may_stay() const noexcept {
    return !stopping_ && lists_[static_cast<std::size_t>(phase::waiting)].empty();
}

void worker::end_round() noexcept {
    while (!retired_.empty()) {
        const connection::pointer last = retired_.front().let_go();
        last->unlink();
    }
}

void worker::retire(connection& one) noexcept {
    one.unlink();
    retired_.push_back(one);
}

steady_clock::time_point worker::enlist(connection& one, phase in) {
    list& to = lists_[static_cast<std::size_t>(in)];
    if (one.is_linked()) one.unlink();
    to.push_back(one);
    return now_ + allowed_[static_cast<std::size_t>(in)];
}

void worker::on_accept_pause(const error_code&) noexcept {
    bench_.counts.rejected(rejection::accept_failed);
}

void worker::on_accept(net::descriptor connected) noexcept {
    try {
        const connection::pointer fresh{new connection{*this, std::move(connected)}};
        await_sweep();
        const std::size_t limit = bench_.server.limit.connections;
        const std::size_t open = bench_.server.connections.load(std::memory_order_relaxed);
        if (open <= limit) return attempt(*fresh, &connection::start);
        bench_.counts.rejected(rejection::connections);
        if (open <= limit + limit / 4 + 16) // beyond that there is no time for explanations
            attempt(*fresh, &connection::turn_away);
    } catch (const std::exception&) { // memory ran out before there was a connection
        bench_.counts.rejected(rejection::failed);
    }
}

void worker::write_turn_away() {
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
        const connection::pointer one{&*at++};
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
    begin_round(steady_clock::now());
    for (list& each : lists_) {
        while (!each.empty() && each.front().deadline() <= now_) {
            const connection::pointer due{&each.front()};
            due->unlink();
            attempt(*due, &connection::time_out);
        }
    }
    end_round();
}

void worker::begin_stop(steady_clock::time_point deadline) {
    asio::post(context_, [this, deadline] { stop_by(deadline); });
}

void worker::stop_by(steady_clock::time_point deadline) {
    begin_round(steady_clock::now());
    if (!stopping_) {
        listener_.stop();
        stopping_ = true;
        for_each(lists_[static_cast<std::size_t>(phase::idle)], [](connection& each) { each.end_if_idle(); });
        stopper_.expires_at(deadline);
    } else if (deadline < stopper_.expiry()) {
        stopper_.expires_at(deadline);
    }
    end_round();
    await_cut();
    rest_if_done();
}

void worker::await_cut() {
    stopper_.async_wait([this](const error_code& ec) {
        if (!ec) cut_all();
    });
}

void worker::cut_all() noexcept {
    for (list& each : lists_)
        for_each(each, [](connection& one) { one.cut(); });
    end_round();
}

/// With nothing left to wait for, the loop ends.
void worker::rest_if_done() noexcept {
    if (!stopping_ || connections_ != 0) return;
    sockets_.stop();
    sweeper_.cancel();
    stopper_.cancel();
}

} // namespace vesta::rest
