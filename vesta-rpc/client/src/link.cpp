#include "link.hpp"

#include "remote_error.hpp"

#include <vesta/rpc/protocol/command_writer.hpp>
#include <vesta/time/instant.hpp>

#include <boost/asio/connect.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>

#include <cstring>

namespace vesta::rpc::detail {
namespace {

constexpr std::size_t first_input_bytes = 4096;

std::string within(std::chrono::milliseconds limit) {
    return " within " + to_text(limit);
}

} // namespace

/// HELLO, with the password and the name if there are any.
class link::greeting final : public request {
  public:
    explicit greeting(link& of) : request{time_point::max()}, of_{of} {}

    void write(output_buffer& to) override {
        std::vector<std::string_view> words{"HELLO", "3"};
        if (!of_.options_.password.empty()) words.insert(words.end(), {"AUTH", "default", of_.options_.password});
        if (!of_.options_.name.empty()) words.insert(words.end(), {"SETNAME", of_.options_.name});
        write_command(to, words);
    }
    bool accept(std::span<const reply_node> answer) override {
        if (answer.front().type != reply_type::map) return false;
        of_.on_greeted();
        return true;
    }
    void fail(const error&) override {}

  private:
    link& of_;
};

link::link(asio::io_context& on, const client_options& options, const server_address& where, link_owner& owner)
    : options_{options}, where_{where}, owner_{owner}, socket_{on}, resolver_{on}, input_(first_input_bytes),
      parser_{options.replies} {}

void link::open() {
    opened_at_ = std::chrono::steady_clock::now();
    if (where_.is_local) return connect({asio::local::stream_protocol::endpoint{where_.host}});
    // Names are resolved one after the other, in a thread that an unreachable name server delays by many seconds.
    boost::system::error_code is_name;
    const auto address = asio::ip::make_address(where_.host, is_name);
    if (!is_name) return connect({asio::ip::tcp::endpoint{address, where_.port}});
    resolver_.async_resolve(
        where_.host, std::to_string(where_.port),
        [self = shared_from_this()](const boost::system::error_code& failed, const tcp_resolver::results_type& found) {
            if (self->phase_ != phase::connecting) return;
            if (failed) return self->break_off("cannot be resolved: " + failed.message());
            std::vector<stream_endpoint> all;
            for (const auto& each : found)
                all.emplace_back(each.endpoint());
            self->connect(all);
        });
}

void link::connect(const std::vector<stream_endpoint>& to) {
    asio::async_connect(socket_, to, [self = shared_from_this()](const boost::system::error_code& failed, const auto&) {
        if (self->phase_ != phase::connecting) return;
        if (failed) return self->break_off(failed.message());
        self->options_.tls && !self->where_.is_local ? self->secure() : self->greet();
    });
}

void link::secure() {
    tls_ = options_.tls->make_layer(socket_.native_handle(), where_.host);
    shake_hands();
}

void link::shake_hands() {
    switch (tls_->shake_hands()) {
    case tls::handshake::done:
        return greet();
    case tls::handshake::reads:
        return wait(stream_socket::wait_read, &link::shake_hands);
    case tls::handshake::writes:
        return wait(stream_socket::wait_write, &link::shake_hands);
    case tls::handshake::failed:
        return break_off("did not agree on TLS: " + tls_->trouble());
    }
}

/// Goes on with @p then once the socket is ready.
void link::wait(stream_socket::wait_type until, void (link::*then)()) {
    socket_.async_wait(until, [self = shared_from_this(), then](const boost::system::error_code& failed) {
        if (self->phase_ == phase::over) return;
        if (failed) return self->break_off(failed.message());
        (*self.*then)();
    });
}

void link::greet() {
    boost::system::error_code ignored;
    socket_.set_option(asio::ip::tcp::no_delay{true}, ignored);
    socket_.set_option(stream_socket::keep_alive{true}, ignored);
    phase_ = phase::greeting;
    push(std::make_unique<greeting>(*this), time_point::max());
    read();
}

void link::on_greeted() {
    phase_ = phase::ready;
    owner_.on_ready(*this);
}

void link::send(owned_request asked) {
    push(std::move(asked), std::chrono::steady_clock::now() + options_.answer_timeout);
}

void link::push(owned_request asked, time_point answer_by) {
    asked->write(to_write_);
    sent_.push_back({std::move(asked), answer_by});
    if (!is_writing_) write();
}

void link::write() {
    if (to_write_.empty()) return;
    is_writing_ = true;
    writing_.clear();
    writing_.swap(to_write_);
    if (tls_) return write_secured();
    const auto bytes = asio::buffer(writing_.view().data(), writing_.size());
    asio::async_write(socket_, bytes,
                      [self = shared_from_this()](const boost::system::error_code& failed, std::size_t) {
                          self->is_writing_ = false;
                          if (self->phase_ == phase::over) return;
                          if (failed) return self->break_off(failed.message());
                          self->write();
                      });
}

/// What is left is sent when there is room. A failure is told from the loop, since a caller may hold this link.
void link::write_secured() {
    const auto sent = tls_->send(writing_.view());
    if (sent.failed) {
        return asio::post(socket_.get_executor(), [self = shared_from_this()] {
            if (self->phase_ != phase::over) self->break_off(self->tls_->trouble());
        });
    }
    writing_.drop_front(sent.bytes);
    if (!writing_.empty()) return wait(stream_socket::wait_write, &link::write_secured);
    is_writing_ = false;
    write();
}

void link::make_room() {
    if (input_begin_ != 0) {
        std::memmove(input_.data(), input_.data() + input_begin_, input_end_ - input_begin_);
        input_end_ -= input_begin_;
        input_begin_ = 0;
    }
    if (input_end_ == input_.size()) input_.resize(input_.size() * 2);
}

void link::read() {
    if (tls_) return read_secured();
    make_room();
    const auto room = asio::buffer(input_.data() + input_end_, input_.size() - input_end_);
    socket_.async_read_some(room, [self = shared_from_this()](const boost::system::error_code& failed,
                                                              std::size_t bytes) { self->on_read(failed, bytes); });
}

void link::on_read(const boost::system::error_code& failed, std::size_t bytes) {
    if (phase_ == phase::over) return;
    if (failed == asio::error::eof) return break_off("closed the connection");
    if (failed) return break_off(failed.message());
    input_end_ += bytes;
    parse();
    if (phase_ != phase::over) read();
}

/// Takes all that is there, then waits.
void link::read_secured() {
    tls::transfer got{.more = true};
    while (got.more && !got.later) {
        make_room();
        got = tls_->receive(std::span{input_}.subspan(input_end_));
        if (got.failed) return break_off(tls_->trouble());
        if (got.ended) return break_off("closed the connection");
        input_end_ += got.bytes;
        parse();
        if (phase_ == phase::over) return;
    }
    wait(stream_socket::wait_read, &link::read_secured);
}

void link::parse() {
    while (phase_ != phase::over && input_begin_ != input_end_) {
        switch (parser_.parse({input_.data() + input_begin_, input_end_ - input_begin_})) {
        case parse_status::incomplete:
            return;
        case parse_status::failed:
            return break_off("answered what is no RESP: " + parser_.problem());
        case parse_status::complete:
            if (!take(parser_.nodes())) return break_off("gave an answer that fits no question");
            input_begin_ += parser_.consumed();
        }
    }
}

/// False if no request could have this answer.
bool link::take(std::span<const reply_node> answer) {
    if (answer.front().type == reply_type::push) return true;
    if (sent_.empty()) return false;
    owned_request asked = std::move(sent_.front().asked);
    sent_.pop_front();
    const bool greets = phase_ == phase::greeting;
    if (!asked) return true;
    if (answer.front().type == reply_type::error) {
        if (greets) {
            error why = greeting_refusal(answer.front().text);
            break_off(std::move(why.message), why.code);
        } else {
            owner_.on_error_reply(*this, std::move(asked), remote_error(answer.front().text));
        }
        return true;
    }
    if (asked->accept(answer)) {
        if (!greets) owner_.on_answer(*this);
        return true;
    }
    sent_.push_front({std::move(asked), time_point::max()}); // another server will answer it
    return false;
}

void link::check(time_point now) {
    if (phase_ == phase::over) return;
    if (phase_ != phase::ready) {
        if (is_younger(options_.connect_timeout, now)) return;
        const bool connected = phase_ == phase::greeting;
        return break_off((connected ? "did not greet" : "was not reached") + within(options_.connect_timeout));
    }
    if (!sent_.empty() && now >= sent_.front().answer_by)
        return break_off("did not answer" + within(options_.answer_timeout));
    give_up_late(now);
}

/// Tells callers whose time is over; keeps the place of an answer that may still come.
void link::give_up_late(time_point now) {
    std::vector<owned_request> late;
    for (pending& each : sent_) {
        if (each.asked && now >= each.asked->deadline) late.push_back(std::move(each.asked));
    }
    for (const owned_request& each : late) // a callback may send the next request here
        each->fail({errc::store_unavailable, where_.text + " did not answer in time"});
}

std::deque<owned_request> link::close() noexcept {
    const bool greeted = phase_ == phase::ready;
    phase_ = phase::over;
    tls_.reset(); // says farewell
    boost::system::error_code ignored;
    socket_.close(ignored);
    resolver_.cancel();
    std::deque<owned_request> unanswered;
    for (pending& each : sent_) {
        if (greeted && each.asked) unanswered.push_back(std::move(each.asked));
    }
    sent_.clear();
    return unanswered;
}

void link::break_off(std::string why, errc code) {
    const auto alive = shared_from_this();
    auto unanswered = close();
    owner_.on_broken(*this, {code, where_.text + " " + std::move(why)}, std::move(unanswered));
}

} // namespace vesta::rpc::detail
