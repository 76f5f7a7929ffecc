#include "worker.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <exception>

namespace vesta::net {
namespace {

using std::chrono::steady_clock;

// Only this thread touches the sockets; only `cut` and `begin_stop` are called from others.
constexpr int own_thread_only = BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO;

} // namespace

worker::worker(const server_options& how, server_state& shared, traffic& counts, std::unique_ptr<dialect> speaks)
    : how_{how}, shared_{shared}, counts_{counts}, speaks_{std::move(speaks)}, roster_{how.limit},
      context_{own_thread_only},
      sockets_{context_, how.answers == sending::in_rounds ? polling::gathering : polling::at_once} {}

/// Nothing posted from here on would run.
worker::~worker() {
    debts_.close();
    admission_.close();
}

void worker::accept_from(descriptor at, origin whom) {
    listeners_.emplace_back(context_, sockets_).start(std::move(at), whom, *this);
}

void worker::run() {
    sockets_.start(*this);
    for (;;) {
        try {
            context_.run();
            debts_.close();
            admission_.close();
            return;
        } catch (const std::exception& why) { // out of memory, outside a connection's turn
            failed(why.what());
        }
    }
}

void worker::failed(std::string_view why) noexcept {
    counts_.failed.add();
    complain(why);
}

void worker::complain(std::string_view what) noexcept {
    if (!how_.log) return;
    try {
        how_.log(what);
    } catch (const std::exception&) {
        return; // the log is in the same trouble, and serving goes on
    }
}

void wake(worker& one) {
    asio::post(one.context(), [&one] {
        one.begin_round(steady_clock::now());
        one.end_round();
    });
}

void worker::attempt(connection& one, void (connection::*what)()) noexcept {
    const std::size_t before = answers_.buffer().size();
    try {
        if (!one.is_cut()) (one.*what)();
    } catch (const std::exception& why) {
        answers_.buffer().truncate(std::min(before, answers_.buffer().size()));
        failed(why.what());
        one.cut();
    }
}

void worker::begin_round(steady_clock::time_point now) noexcept {
    now_ = now;
    handshakes_.begin_round();
    speaks_->begin_round(now);
}

/// Asio runs the timers: do not stay while a session waits for one.
bool worker::may_stay() const noexcept {
    return !is_stopping() && roster_.in(phase::waiting).empty();
}

void worker::end_round() noexcept {
    answers_.send_all();
    if (roster_.call_forward()) sockets_.ask_for_round();
    admission_.end_round();
    roster_.release();
    debts_.settle();
}

void worker::on_accept_pause(const boost::system::error_code& why) noexcept {
    admission_.pause(why);
}

void worker::on_accept(descriptor connected, origin of) noexcept {
    try {
        sweeps_.begin();
        admission_.take(std::move(connected), of);
    } catch (const std::exception& why) { // out of memory, before there was a connection
        failed(why.what());
    }
}

void worker::cut(std::shared_ptr<const std::vector<std::uint64_t>> numbers) {
    asio::post(context_, [this, numbers = std::move(numbers)] {
        begin_round(steady_clock::now());
        std::vector<connection*> meant; // which leave their lists when they are cut
        for (roster::list& list : roster_.all())
            for (connection& each : list)
                if (std::ranges::binary_search(*numbers, each.number())) meant.push_back(&each);
        for (connection* const each : meant)
            each->cut();
        end_round(); // which releases them
    });
}

void worker::ended() noexcept {
    --connections_;
    rest_if_done();
}

void worker::begin_stop(steady_clock::time_point deadline) {
    asio::post(context_, [this, deadline] {
        begin_round(steady_clock::now());
        if (!is_stopping())
            for (listener& each : listeners_)
                each.stop();
        shutdown_.begin(deadline);
        end_round();
        rest_if_done();
    });
}

/// With no more work to wait for, the loop ends.
void worker::rest_if_done() noexcept {
    if (!is_stopping() || has_connections()) return;
    sockets_.stop();
    sweeps_.end();
    shutdown_.end();
}

} // namespace vesta::net
