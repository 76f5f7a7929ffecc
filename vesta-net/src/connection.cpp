#include "connection.hpp"

#include "worker.hpp"

#include <utility>

namespace vesta::net {
namespace {

// What OpenSSL holds for a connection at most: 14 KiB at rest (docs/benchmarks.md), and a record that is arriving.
constexpr std::size_t memory_of_tls = 32 * 1024;

} // namespace

connection::connection(worker& owner, descriptor connected, tickets taken, const tls::context* tls)
    : owner_{owner}, socket_{std::move(connected)}, tickets_{std::move(taken)},
      outgoing_{owner.shared(), owner.counts()} {
    if (tls != nullptr) socket_.secure(tls->make_layer(socket_.number(), {}));
    owner_.began();
}

connection::~connection() {
    owner_.memory().change(owes_, 0);
    owner_.ended();
}

void connection::turn_away() {
    start();
    have_turn([this](turn& now) {
        owner_.speaks().turn_away(now.out);
        return step{.then = next::close};
    });
}

void connection::set_phase(phase to) noexcept {
    if (phase_ == phase::waiting) owner_.counts().waiting.subtract();
    if (to == phase::waiting) owner_.counts().waiting.add();
    phase_ = to;
}

void connection::enter(phase to) noexcept {
    set_phase(to);
    deadline_ = owner_.filing().file(*this, to, owner_.now());
}

/// The client has read a part, and must read more.
void connection::enter_writing() noexcept {
    if (phase_ != phase::writing || owner_.how().slow == slow_reader::may_go_on_for_ever) enter(phase::writing);
}

void connection::on_ready(const io_events& now) noexcept {
    // Both halves closed in order look like a reset. Only a lingering connection has closed its own: it reads to the
    // end, since a close with unread input would take the answer back.
    if (now.gone && phase_ != phase::lingering) return cut();
    incoming_.note(now);
    writable_ = now.writable;
    if (!in_line_) owner_.attempt(*this, &connection::take_turn);
}

/// Does one thing that can be done now.
void connection::take_turn() {
    switch (phase_) {
    case phase::idle:
    case phase::arriving:
        if (incoming_.may_be_there()) receive();
        return;
    case phase::writing:
        if (!writable_) return outgoing_.await_reader(owner_.now());
        return outgoing_.empty() ? resume() : go_on_sending();
    case phase::lingering:
        if (incoming_.may_be_there()) discard();
        return;
    case phase::handshaking:
        if (incoming_.may_be_there()) shake_hands();
        return;
    case phase::waiting: // further requests wait in the socket
        return;
    }
}

/// Lets the session write an answer; the worker decides when it is sent.
template <class Call>
void connection::have_turn(Call call) {
    output_buffer& out = owner_.answering().buffer();
    answers_begin_ = out.size();
    turn now{out, arrival_};
    then_ = call(now);
    answers_size_ = out.size() - answers_begin_;
    owner_.answering().have_sent(*this);
}

void connection::receive() {
    if (!owner_.memory().allow_turn()) {
        if (phase_ == phase::idle) enter(phase::arriving); // it is not idle: it must not make way for others
        return line_up();
    }
    const std::span<char> room = session_->room();
    const auto got = incoming_.receive(socket_, room);
    if (got.failed) return cut();
    if (got.busy) return line_up();
    if (got.later) {
        if (phase_ == phase::idle && socket_.holds_input()) enter(phase::arriving); // a part of a record
        if (incoming_.is_complete(socket_, phase_ == phase::idle, false)) cut();
        return;
    }
    if (got.ended) return have_turn([this](turn& now) { return session_->end_of_input(now); });
    owner_.counts().bytes_received.add(got.bytes);
    arrival_ = owner_.now();
    have_turn([&](turn& now) { return session_->received(got.bytes, now); });
}

void connection::resume() {
    arrival_ += outgoing_.has_read(owner_.now());
    if (!owner_.memory().allow_turn()) return have_another_turn();
    have_turn([this](turn& now) { return session_->resume(now); });
}

void connection::send_answers() {
    const auto bytes = owner_.answering().buffer().view().substr(answers_begin_, answers_size_);
    const auto sent = outgoing_.send(socket_, bytes);
    if (sent == outgoing::progress::broken) return cut();
    const bool all = sent == outgoing::progress::all;
    session_->answers_sent(arrival_, all);
    settle();
    if (all) return do_next();
    outgoing_.await_reader(owner_.now());
    enter_writing();
}

/// Tells the thread's account what it owes now.
void connection::settle() noexcept {
    const std::size_t owes =
        outgoing_.memory() + (session_ ? session_->memory() : 0) + (socket_.is_secure() ? memory_of_tls : 0);
    if (owes == owes_) return;
    owner_.memory().change(owes_, owes);
    owes_ = owes;
}

void connection::go_on_sending() {
    switch (outgoing_.go_on(socket_)) {
    case outgoing::progress::broken:
        return cut();
    case outgoing::progress::none:
        return;
    case outgoing::progress::part:
        return enter_writing();
    case outgoing::progress::all:
        break;
    }
    session_->answers_sent(arrival_, true);
    settle();
    arrival_ += outgoing_.has_read(owner_.now());
    do_next();
}

/// All answers are sent.
void connection::do_next() {
    switch (then_.then) {
    case next::receive:
        return await_input();
    case next::go_on:
        return have_another_turn();
    case next::wait:
        return await_time();
    case next::close:
        return answers_size_ == 0 ? cut() : linger();
    }
}

/// Once others had theirs.
void connection::have_another_turn() {
    enter_writing();
    line_up();
}

void connection::await_input() {
    if (session_->at_rest()) {
        enter(phase::idle);
    } else if (phase_ != phase::arriving || then_.begins_anew) {
        enter(phase::arriving);
    }
    if (incoming_.is_complete(socket_, phase_ == phase::idle, then_.begins_anew)) return linger();
    if (incoming_.may_be_there()) line_up();
}

void connection::await_time() {
    enter(phase::waiting);
    if (!timer_) timer_.emplace(owner_.context());
    timer_->expires_after(then_.wait);
    timer_->async_wait([self = pointer{this}](const boost::system::error_code& stopped) {
        if (stopped) return;
        self->owner_.begin_round(std::chrono::steady_clock::now());
        self->owner_.attempt(*self, &connection::resume);
        self->owner_.end_round();
    });
}

/// Lets the thread's other connections have a turn, and has one when those before it in the line had theirs.
void connection::line_up() {
    if (std::exchange(in_line_, true)) return;
    owner_.filing().line_up(*this);
}

void connection::come_forward() noexcept {
    in_line_ = false;
    owner_.sockets().ask_again(socket_.number(), *this);
}

void connection::time_out() {
    traffic& counts = owner_.counts();
    switch (phase_) {
    case phase::arriving:
        counts.closed_arriving.add();
        return have_turn([this](turn& now) {
            step last = session_->arrival_timed_out(now);
            last.then = next::close;
            return last;
        });
    case phase::writing:
        counts.closed_unread.add();
        if (owner_.how().slow == slow_reader::has_one_deadline) socket_.reset_when_closed();
        return cut();
    case phase::idle:
        counts.closed_idle.add();
        return cut();
    case phase::handshaking:
        counts.closed_handshaking.add();
        return cut();
    case phase::waiting:
    case phase::lingering:
        return cut();
    }
}

} // namespace vesta::net
