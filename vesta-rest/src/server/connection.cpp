#include "server/connection.hpp"

#include "server/worker.hpp"

#include <boost/asio/buffer.hpp>
#include <sys/socket.h>

#include <cerrno>

namespace vesta::rest {
namespace {

namespace asio = boost::asio;

constexpr std::size_t most_discarded = 1024 * 1024;

} // namespace

connection::connection(worker& owner, asio::ip::tcp::socket socket)
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

void connection::enter(phase next) {
    phase_ = next;
    deadline_ = owner_.enlist(*this, next);
}

void connection::start() {
    enter(phase::idle);
    receive();
}

void connection::turn_away() {
    owner_.write_turn_away();
    act(session::next::close);
}

void connection::receive() {
    const std::span<char> room = session_.room();
    socket_.async_receive(
        asio::buffer(room.data(), room.size()),
        [self = pointer{this}](const error_code& ec, std::size_t size) { self->on_received(ec, size); });
}

void connection::on_received(const error_code& ec, std::size_t size) {
    if (phase_ != phase::idle && phase_ != phase::reading) return; // overtaken by a time-out
    if (ec == asio::error::eof) {
        input_ended_ = true;
        return act(session_.end_of_input(owner_.output()));
    }
    if (ec) return cut();
    arrival_ = owner_.begin_batch();
    session_.received(size);
    act(session_.run(owner_.output()));
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
            then = session_.run(owner_.output());
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
        const ssize_t taken = ::send(socket_.native_handle(), rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (taken >= 0) {
            rest.remove_prefix(static_cast<std::size_t>(taken));
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            break;
        } else if (errno != EINTR) {
            cut();
            return false;
        }
    }
    std::string left{rest};
    owner_.server().unsent_bytes.fetch_add(left.size() - unsent_.size(), std::memory_order_relaxed);
    unsent_ = std::move(left);
    if (unsent_.empty()) return true;
    if (phase_ != phase::writing) enter(phase::writing);
    socket_.async_wait(asio::socket_base::wait_write,
                       [self = pointer{this}](const error_code& ec) { self->on_writable(ec); });
    return false;
}

void connection::on_writable(const error_code& ec) {
    if (ec) return cut();
    if (!send_rest(unsent_)) return;
    owner_.begin_batch();
    act(then_ == session::next::go_on ? session_.run(owner_.output()) : then_);
}

void connection::await_request() {
    if (input_ended_) return close_gently();
    const bool answered_some = session_.answered() != answered_before_;
    answered_before_ = session_.answered();
    if (session_.at_rest()) {
        enter(phase::idle);
        if (owner_.server().stopping) return close_gently();
    } else if (phase_ != phase::reading || answered_some) {
        enter(phase::reading);
    }
    receive();
}

void connection::await_ids() {
    enter(phase::waiting);
    if (!timer_) timer_.emplace(socket_.get_executor());
    timer_->expires_after(session_.pause());
    timer_->async_wait([self = pointer{this}](const error_code& ec) {
        if (ec || !self->socket_.is_open()) return;
        self->owner_.begin_batch();
        self->owner_.bench().watch.start(self->arrival_);
        self->act(self->session_.resume(self->owner_.output()));
    });
}

/// Closing a socket that has something to be read resets the connection, and the client may never see its answer. So
/// only our half is closed, and what comes is thrown away until the client closes too.
void connection::close_gently() {
    if (input_ended_) return cut();
    error_code ec;
    socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ec);
    if (ec) return cut();
    enter(phase::lingering);
    discard();
}

void connection::discard() {
    const std::span<char> bin = owner_.bin();
    socket_.async_receive(asio::buffer(bin.data(), bin.size()),
                          [self = pointer{this}](const error_code& ec, std::size_t size) {
                              self->discarded_ += size;
                              if (ec || self->discarded_ > most_discarded) return self->cut();
                              self->discard();
                          });
}

void connection::time_out() {
    switch (phase_) {
    case phase::reading: {
        error_code ignored;
        socket_.cancel(ignored);
        owner_.begin_batch();
        const session::next then = session_.read_timed_out(owner_.output());
        phase_ = phase::lingering; // what the cancelled receive brings is of no interest
        return act(then);
    }
    case phase::writing: {
        error_code ignored;
        owner_.bench().counts.rejected(rejection::write_timeout);
        socket_.set_option(asio::socket_base::linger{true, 0}, ignored); // reset: nothing is to be kept for this client
        return cut();
    }
    case phase::idle:
    case phase::waiting:
    case phase::lingering:
        return cut();
    }
}

void connection::end_if_idle() {
    error_code ec;
    if (phase_ != phase::idle || socket_.available(ec) != 0) return; // a request is in the socket already
    cut();
}

void connection::cut() noexcept {
    error_code ignored;
    socket_.close(ignored);
    if (timer_) timer_->cancel();
}

} // namespace vesta::rest
