#include "server/connection.hpp"

#include "server/worker.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

namespace vesta::rest {
namespace {

constexpr std::size_t most_discarded = 1024 * 1024;

constexpr net::interest interest_in(phase of) noexcept {
    switch (of) {
    case phase::idle:
    case phase::reading:
    case phase::lingering:
        return net::interest::input;
    case phase::writing:
        return net::interest::output;
    case phase::waiting:
        break;
    }
    return net::interest::nothing; // further requests wait in the socket
}

/// Whether a call that failed is to be made again when the socket is ready. A call that does not block is not
/// interrupted.
bool is_too_early() noexcept {
    return errno == EAGAIN || errno == EWOULDBLOCK;
}

} // namespace

connection::connection(worker& owner, net::descriptor socket)
    : owner_{owner}, socket_{std::move(socket)}, session_{owner.bench()} {
    owner_.server().connections.fetch_add(1, std::memory_order_relaxed);
    owner_.bench().counts.opened();
    owner_.began();
}

connection::~connection() {
    owner_.server().connections.fetch_sub(1, std::memory_order_relaxed);
    owner_.server().unsent_bytes.fetch_sub(unsent_.size(), std::memory_order_relaxed);
    owner_.bench().counts.closed();
    owner_.ended();
}

bool connection::begin() {
    if (!owner_.sockets().add(socket_.number(), *this, watched_)) return false;
    self_ = this;
    enter(phase::idle);
    return true;
}

void connection::start() {
    begin();
}

void connection::turn_away() {
    if (!begin()) return;
    owner_.write_turn_away();
    act(session::next::close);
}

void connection::enter(phase next) {
    phase_ = next;
    deadline_ = owner_.enlist(*this, next);
    if (interest_in(next) == watched_) return;
    watched_ = interest_in(next);
    owner_.sockets().change(socket_.number(), *this, watched_);
}

void connection::on_ready(const net::readiness& now) noexcept {
    end_in_sight_ = end_in_sight_ || now.half_closed;
    owner_.attempt(*this, &connection::go_on);
}

void connection::go_on() {
    switch (phase_) {
    case phase::idle:
    case phase::reading:
        return receive();
    case phase::writing:
        return go_on_sending();
    case phase::lingering:
        return discard();
    case phase::waiting: // for nothing but the socket's end
        return cut();
    }
}

/// Takes in what has come, as far as there is @p room: how much; 0 is the end of input. Nothing where nothing has come,
/// or the connection is broken and was cut.
std::optional<std::size_t> connection::take_in(std::span<char> room) {
    const ssize_t size = ::recv(socket_.number(), room.data(), room.size(), 0);
    if (size < 0) {
        if (!is_too_early()) cut();
        return std::nullopt;
    }
    const auto taken = static_cast<std::size_t>(size);
    const bool is_all = taken < room.size() && !end_in_sight_;
    // To be told of the rest:
    if (!is_all && taken != 0) owner_.sockets().change(socket_.number(), *this, net::interest::input);
    return taken;
}

void connection::receive() {
    const auto size = take_in(session_.room());
    if (!size) return;
    if (*size == 0) {
        input_ended_ = true;
        return act(session_.end_of_input(owner_.output()));
    }
    arrival_ = owner_.now();
    session_.received(*size);
    act(run());
}

session::next connection::run() {
    owner_.bench().watch.start(arrival_);
    return session_.run(owner_.output());
}

/// Sends what there is, and does what the session said is next.
void connection::act(session::next then) {
    for (;;) {
        then_ = then;
        if (!send()) return;
        switch (then) {
        case session::next::receive:
            return await_request();
        case session::next::go_on:
            then = run();
            break;
        case session::next::wait:
            return await_ids();
        case session::next::close:
            return close_gently();
        }
    }
}

/// True when all of the output is with the system. Else the connection goes on when the client has taken some, or is
/// cut.
bool connection::send() {
    http::output_buffer& out = owner_.output();
    if (out.empty()) return true;
    const bool sent = send_rest(out.view());
    out.clear(worker::most_output_kept);
    owner_.bench().watch.stop();
    return sent;
}

bool connection::send_rest(std::string_view rest) {
    while (!rest.empty()) {
        const ssize_t taken = ::send(socket_.number(), rest.data(), rest.size(), MSG_NOSIGNAL);
        if (taken < 0 && is_too_early()) break;
        if (taken < 0) {
            cut();
            return false;
        }
        rest.remove_prefix(static_cast<std::size_t>(taken));
    }
    if (rest.empty() && unsent_.empty()) return true;
    std::string left{rest};
    owner_.server().unsent_bytes.fetch_add(left.size() - unsent_.size(), std::memory_order_relaxed);
    unsent_ = std::move(left);
    if (unsent_.empty()) return true;
    if (phase_ != phase::writing) enter(phase::writing);
    return false;
}

void connection::go_on_sending() {
    if (!send_rest(unsent_)) return;
    act(then_ == session::next::go_on ? run() : then_);
}

void connection::await_request() {
    if (input_ended_) return close_gently();
    const bool answered_some = session_.answered() != answered_before_;
    answered_before_ = session_.answered();
    if (session_.at_rest()) {
        enter(phase::idle);
        if (owner_.server().stopping && !has_input()) return close_gently();
    } else if (phase_ != phase::reading || answered_some) {
        enter(phase::reading);
    }
}

void connection::await_ids() {
    enter(phase::waiting);
    if (!timer_) timer_.emplace(owner_.context());
    timer_->expires_after(session_.pause());
    timer_->async_wait([self = pointer{this}](const boost::system::error_code& ec) {
        if (ec) return;
        self->owner_.begin_round(std::chrono::steady_clock::now());
        self->owner_.attempt(*self, &connection::on_ids_due);
        self->owner_.end_round();
    });
}

void connection::on_ids_due() {
    owner_.bench().watch.start(arrival_);
    act(session_.resume(owner_.output()));
}

/// Closing a socket that has something to be read resets the connection, and the client may never see its answer. So
/// only our half is closed, and what comes is thrown away until the client closes too.
void connection::close_gently() {
    if (input_ended_ || ::shutdown(socket_.number(), SHUT_WR) != 0) return cut();
    enter(phase::lingering);
}

void connection::discard() {
    const auto size = take_in(owner_.bin());
    if (!size) return;
    discarded_ += *size;
    if (*size == 0 || discarded_ > most_discarded) cut();
}

void connection::time_out() {
    switch (phase_) {
    case phase::reading:
        owner_.bench().watch.start(arrival_);
        return act(session_.read_timed_out(owner_.output()));
    case phase::writing: {
        constexpr linger at_once{.l_onoff = 1, .l_linger = 0}; // reset: nothing is to be kept for this client
        ::setsockopt(socket_.number(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        owner_.bench().counts.rejected(rejection::write_timeout);
        return cut();
    }
    case phase::idle:
    case phase::waiting:
    case phase::lingering:
        return cut();
    }
}

void connection::end_if_idle() {
    if (phase_ == phase::idle && !has_input()) cut();
}

/// Whether something has come that nobody has looked at yet: a request that began before the server was told to stop.
bool connection::has_input() const noexcept {
    char first = 0;
    return ::recv(socket_.number(), &first, 1, MSG_PEEK) == 1;
}

void connection::cut() noexcept {
    socket_.close(); // which also ends its being watched
    if (timer_) timer_->cancel();
    if (self_) owner_.retire(*this);
}

} // namespace vesta::rest
