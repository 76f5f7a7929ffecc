#include "worker.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <exception>
#include <new>

namespace vesta::rpc::detail {
namespace {

constexpr std::size_t read_at_once = 65'536;
constexpr std::size_t output_at_once = 65'536; // bytes; beyond it answers do not wait for other connections' turns
constexpr std::size_t output_kept = std::size_t{1} << 20;
constexpr std::chrono::seconds quiet_time{10}; // after a complaint that could be repeated ten times a second

/// Often enough for the shortest time limit, and at most once a second.
std::chrono::milliseconds tick_for(const server_limits& limits) {
    auto shortest = std::min(limits.command_arrival, limits.answer_departure);
    if (limits.idle.count() != 0) shortest = std::min(shortest, limits.idle);
    return std::clamp<std::chrono::milliseconds>(shortest / 4, std::chrono::milliseconds{10}, std::chrono::seconds{1});
}

} // namespace

worker::worker(const service& of, shared_counts& shared)
    : of_{of}, shared_{shared}, tick_{tick_for(of.options.limits)}, counted_{of.generators.size()},
      input_size_{of.options.limits.command.command_bytes + read_at_once},
      input_{std::make_unique_for_overwrite<char[]>(input_size_)} {}

worker::~worker() = default;

void worker::accept_from(net::tcp_acceptor from) {
    listener_.start(std::move(from), *this);
    ready_.leave_for(listener_.number());
    ready_.start(*this);
    tick();
}

void worker::run() {
    for (;;) {
        try {
            context_.run();
            return;
        } catch (const std::exception& failed) {
            log(failed.what());
        }
    }
}

void worker::send_later(connection& whose) {
    answering_.emplace_back(&whose);
}

void worker::send_many_answers() noexcept {
    if (output_.size() >= output_at_once) send_answers();
}

void worker::send_answers() noexcept {
    // None of them has another turn meanwhile, so the list does not grow.
    for (const connection::pointer& each : answering_)
        each->send_answers();
    answering_.clear();
    output_.clear();
}

void worker::on_accept(net::descriptor connected) noexcept {
    try {
        take(socket{std::move(connected)});
    } catch (const std::bad_alloc&) {
        log("cannot serve a connection: no memory");
    }
}

void worker::on_accept_pause(const boost::system::error_code& why) noexcept {
    if (now_ < quiet_until_) return;
    quiet_until_ = now_ + quiet_time;
    try {
        log("cannot accept connections: " + why.message());
    } catch (const std::bad_alloc&) {
        log("cannot accept connections");
    }
}

void worker::take(socket connected) {
    if (shared_.open.fetch_add(1) >= of_.options.limits.connections) {
        shared_.open.fetch_sub(1);
        return turn_away(connected);
    }
    const std::uint64_t number = shared_.accepted.fetch_add(1) + 1;
    connection::pointer made;
    try {
        made.reset(new connection{*this, std::move(connected), number});
    } catch (...) {
        shared_.open.fetch_sub(1);
        throw;
    }
    counted_.accepted.add(1);
    counted_.open.add(1);
    connections_.push_back(*made);
    made->start();
    if (!ready_.add(made->number(), *made, net::interest::both)) made->close();
}

void worker::turn_away(socket& connected) {
    counted_.rejected.add(1);
    connected.receive(input()); // closing with input unread would take the answer back
    connected.send("-ERR max number of clients reached\r\n");
}

void worker::on_closed() noexcept {
    shared_.open.fetch_sub(1);
    counted_.open.subtract(1);
    stop_when_done();
}

void worker::tick() {
    timer_.expires_after(tick_);
    timer_.async_wait([this](const boost::system::error_code& stopped) {
        if (stopped || is_done()) return; // the last connection may have gone when this tick was due already
        now_ = std::chrono::steady_clock::now();
        for (auto each = connections_.begin(); each != connections_.end();) {
            connection& next = *each++; // it is gone after its check, perhaps
            next.check(now_);
        }
        output_.clear_and_keep(output_kept);
        tick();
    });
}

bool worker::is_done() const noexcept {
    return stopping_ && counted_.open.read() == 0;
}

void worker::stop_when_done() {
    if (!is_done()) return;
    timer_.cancel();
    ready_.stop(); // nothing is left to do now, and `run` returns
}

void worker::begin_stop() {
    boost::asio::post(context_, [this] {
        now_ = std::chrono::steady_clock::now();
        listener_.stop();
        stopping_ = true;
        for (auto each = connections_.begin(); each != connections_.end();) {
            connection& next = *each++;
            next.drain();
        }
        send_answers();
        stop_when_done();
    });
}

void worker::abort() {
    boost::asio::post(context_, [this] {
        for (auto each = connections_.begin(); each != connections_.end();) {
            connection& next = *each++;
            next.close();
        }
    });
}

void worker::log(std::string_view what) const noexcept {
    if (!of_.options.log) return;
    try {
        of_.options.log(what);
    } catch (const std::exception&) {
        return; // whoever listens has the same trouble, and serving goes on
    }
}

} // namespace vesta::rpc::detail
