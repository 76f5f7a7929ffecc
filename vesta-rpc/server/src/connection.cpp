#include "connection.hpp"

#include "worker.hpp"

#include <boost/asio/post.hpp>

#include <cstring>
#include <exception>
#include <utility>

namespace vesta::rpc::detail {
namespace {

constexpr std::size_t memory_kept = 1024; // bytes of each buffer that an idle connection does not give back
constexpr std::chrono::seconds linger_time{1};

} // namespace

connection::connection(worker& home, socket connected, std::uint64_t number)
    : home_{home}, socket_{std::move(connected)}, session_{home.of(), home.counted(), number, socket_.peer()} {}

connection::~connection() = default;

void connection::start() {
    self_ = this;
    turn_began_ = home_.now();
    expect_input();
}

void connection::close() noexcept {
    if (std::exchange(phase_, phase::closed) == phase::closed) return;
    socket_.close();
    if (timer_) timer_->cancel();
    home_.on_closed();
    self_.reset();
}

void connection::on_ready(const net::readiness& now) noexcept {
    const pointer alive{this};
    if (now.gone) return close();
    readable_ = readable_ || now.readable || now.half_closed;
    half_closed_ = half_closed_ || now.half_closed;
    writable_ = now.writable;
    work();
    home_.send_many_answers();
}

void connection::drain() {
    const pointer alive{this};
    draining_ = true;
    readable_ = true; // something may have arrived that has not been told yet
    work();
}

void connection::check(time_point now) {
    if (now < deadline_) return;
    counters& counted = home_.counted();
    if (phase_ == phase::writing) counted.closed_unread.add(1);
    if (phase_ == phase::reading) (partial_since_ ? counted.closed_slow_command : counted.closed_idle).add(1);
    close();
}

/// A connection that fails in a way that its socket does not know - memory ran out - is dropped, and the others go on.
template <class Step>
void connection::guarded(Step step) noexcept {
    try {
        step();
    } catch (const std::exception& failed) {
        home_.log(std::string_view{failed.what()});
        close();
    }
}

void connection::work() noexcept {
    guarded([this] {
        take_turn();
        settle();
    });
}

/// Does one thing that can be done now.
void connection::take_turn() {
    switch (phase_) {
    case phase::reading:
        if (readable_) receive();
        break;
    case phase::serving:
        serve_kept();
        break;
    case phase::writing:
        if (std::exchange(writable_, false)) send_unsent();
        break;
    case phase::lingering:
        if (readable_) discard();
        break;
    case phase::answering:
    case phase::waiting:
    case phase::closed:
        break;
    }
}

/// After a turn: has another one later, or waits for what is to come.
void connection::settle() {
    switch (phase_) {
    case phase::reading:
        if (readable_) return yield();
        if (draining_) return close();
        return expect_input();
    case phase::serving:
        return yield();
    case phase::lingering:
        if (readable_) yield();
        return;
    case phase::answering:
    case phase::writing:
    case phase::waiting:
    case phase::closed:
        return;
    }
}

void connection::receive() {
    const auto room = home_.input();
    const std::size_t begun = kept_.size();
    if (begun != 0) std::memcpy(room.data(), kept_.view().data(), begun);
    const auto free = room.subspan(begun);
    const auto got = socket_.receive(free);
    if (got.ended) return close();
    // A read that does not fill its buffer has emptied the socket; what comes later will be told.
    readable_ = half_closed_ || got.bytes == free.size();
    if (got.later) return;
    home_.counted().bytes_received.add(got.bytes);
    turn_began_ = home_.now();
    serve({room.data(), begun + got.bytes});
}

void connection::serve_kept() {
    output_buffer input;
    input.swap(kept_);
    serve(input.view());
}

void connection::serve(std::string_view input) {
    output_buffer& out = home_.output();
    answers_begin_ = out.size();
    const session::step done = session_.advance(input, out);
    keep(input.substr(done.consumed));
    if (kept_.empty()) {
        partial_since_.reset();
    } else if (!partial_since_ || done.consumed != 0) {
        partial_since_ = turn_began_; // bytes that trickle in do not put off the time by which it must be whole
    }
    then_ = done.then;
    pause_ = done.wait;
    answered_ += done.answered;
    answers_size_ = out.size() - answers_begin_;
    phase_ = phase::answering;
    home_.send_later(*this);
}

void connection::send_answers() noexcept {
    if (phase_ != phase::answering) return; // it was closed meanwhile
    guarded([this] {
        if (send(home_.output().view().substr(answers_begin_, answers_size_))) go_on();
        settle();
    });
}

void connection::keep(std::string_view rest) {
    kept_.clear_and_keep(memory_kept);
    kept_.append(rest);
}

/// Whether all of @p bytes was sent; what was not is kept.
bool connection::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto sent = socket_.send(bytes);
        if (sent.ended) {
            close();
            return false;
        }
        if (sent.later) {
            unsent_.append(bytes);
            writable_ = false;
            phase_ = phase::writing;
            deadline_ = home_.now() + home_.of().options.limits.answer_departure;
            return false;
        }
        home_.counted().bytes_sent.add(sent.bytes);
        bytes.remove_prefix(sent.bytes);
    }
    return true;
}

void connection::send_unsent() {
    output_buffer rest;
    rest.swap(unsent_);
    if (send(rest.view())) go_on();
}

/// All answers are sent.
void connection::go_on() {
    deadline_ = time_point::max();
    if (then_ == session::next::wait) return wait();
    if (answered_ != 0) home_.counted().answered(answered_, std::chrono::steady_clock::now() - turn_began_);
    answered_ = 0;
    switch (then_) {
    case session::next::read:
        phase_ = phase::reading;
        break;
    case session::next::go_on:
        phase_ = phase::serving;
        break;
    case session::next::close:
        return linger();
    case session::next::wait:
        break;
    }
}

/// Lets the thread's other connections have a turn.
void connection::yield() {
    if (std::exchange(yielded_, true)) return;
    home_.add_due_turn();
    boost::asio::post(home_.context(), [self = pointer{this}] {
        self->home_.drop_due_turn();
        self->yielded_ = false;
        self->work();
        self->home_.send_answers();
    });
}

void connection::wait() {
    phase_ = phase::waiting;
    home_.counted().waiting.add(1);
    if (!timer_) timer_.emplace(home_.context());
    home_.add_due_turn();
    timer_->expires_after(pause_);
    timer_->async_wait([self = pointer{this}](const boost::system::error_code&) {
        self->home_.drop_due_turn();
        self->home_.counted().waiting.subtract(1);
        if (self->phase_ != phase::waiting) return;
        self->phase_ = phase::serving;
        self->work();
        self->home_.send_answers();
    });
}

/// Lets the peer read the last answer: a socket that is closed with input unread takes back what it has sent.
void connection::linger() {
    phase_ = phase::lingering;
    deadline_ = home_.now() + linger_time;
    socket_.end_sending();
}

void connection::discard() {
    const auto got = socket_.receive(home_.input());
    if (got.ended) return close();
    readable_ = !got.later;
}

void connection::expect_input() noexcept {
    const server_limits& limits = home_.of().options.limits;
    if (partial_since_) {
        deadline_ = *partial_since_ + limits.command_arrival;
    } else if (limits.idle.count() != 0) {
        deadline_ = turn_began_ + limits.idle;
    }
}

} // namespace vesta::rpc::detail
