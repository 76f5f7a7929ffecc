#include "worker.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <exception>

namespace vesta::net {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;
using std::chrono::steady_clock;
using error_code = boost::system::error_code;

constexpr std::size_t output_at_once = 64 * 1024; // beyond it, answers do not wait for other connections' turns
constexpr std::size_t output_kept = 1024 * 1024;  // bytes kept for the next answers
constexpr std::size_t worth_closing =
    8 * 1024;                    // bytes that a connection owes, where memory is short; more than at rest
constexpr auto quiet_time = 10s; // after a complaint that could repeat ten times a second

// Only this thread touches the sockets; only `cut` and `begin_stop` are called from others.
constexpr int own_thread_only = BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO;

/// Short enough for the shortest time limit, and at most a second.
milliseconds sweep_period(const time_limits& of) noexcept {
    milliseconds shortest = 8s;
    for (const milliseconds each : {of.idle, of.arrival, of.sending, of.handshake})
        if (each != 0ms) shortest = std::min(shortest, each);
    return std::clamp<milliseconds>(shortest / 8, 10ms, 1s);
}

} // namespace

worker::worker(const server_options& how, server_state& shared, traffic& counts, std::unique_ptr<dialect> speaks)
    : how_{how}, shared_{shared}, counts_{counts}, speaks_{std::move(speaks)}, roster_{how.limit},
      account_{how.within->memory(), [this] { asio::post(context_, [this] { free_memory(); }); }},
      context_{own_thread_only},
      sockets_{context_, how.answers == sending::in_rounds ? waiting::gathering : waiting::at_once} {}

/// What is posted from now on would never run.
worker::~worker() {
    account_.close();
}

void worker::accept_from(descriptor at, origin whom) {
    listeners_.emplace_back(context_, sockets_).start(std::move(at), whom, *this);
}

void worker::run() {
    sockets_.start(*this);
    for (;;) {
        try {
            context_.run();
            return;
        } catch (const std::exception& why) { // out of memory, outside a connection's turn
            failed(why.what());
        }
    }
}

void worker::failed(std::string_view why) noexcept {
    counts_.failed.add();
    speaks_->complain(why);
}

void worker::attempt(connection& one, void (connection::*what)()) noexcept {
    const std::size_t before = output_.size();
    try {
        if (!one.is_cut()) (one.*what)();
    } catch (const std::exception& why) {
        output_.truncate(std::min(before, output_.size()));
        failed(why.what());
        one.cut();
    }
}

void worker::begin_round(steady_clock::time_point now) noexcept {
    now_ = now;
    handshakes_.begin_round();
    speaks_->begin_round(now);
}

/// Timers are Asio's, and sessions wait for short ones.
bool worker::may_stay() const noexcept {
    return !stopping_ && roster_.in(phase::waiting).empty();
}

void worker::end_round() noexcept {
    send_answers();
    roster_.call_forward();
    roster_.release();
    if (account_.budget().is_exceeded()) account_.budget().collect();
}

void worker::have_sent(connection& one) {
    answering_.emplace_back(&one);
    if (how_.answers == sending::at_once || output_.size() >= output_at_once) send_answers();
}

/// A peer on the same processor wakes at the first answer of a round, and then finds all of them.
void worker::send_answers() noexcept {
    // None of them has another turn meanwhile, so the list does not grow.
    for (const connection::pointer& each : answering_)
        attempt(*each, &connection::send_answers);
    answering_.clear();
    output_.clear_and_keep(output_kept);
}

void worker::on_accept_pause(const error_code& why) noexcept {
    counts_.accept_failed.add();
    how_.within->accept_failed.fetch_add(1, std::memory_order_relaxed);
    if (now_ < quiet_until_) return;
    quiet_until_ = now_ + quiet_time;
    try {
        speaks_->complain("cannot accept connections: " + why.message());
    } catch (const std::exception&) {
        speaks_->complain("cannot accept connections");
    }
}

void worker::on_accept(descriptor connected, origin of) noexcept {
    try {
        await_sweep();
        admission_.take(std::move(connected), of);
    } catch (const std::exception& why) { // out of memory, before there was a connection
        failed(why.what());
    }
}

void worker::free_memory() noexcept {
    std::size_t largest = 0;
    try {
        largest = close_debtors();
    } catch (const std::exception& why) { // no memory for the list: the next turn tries again
        failed(why.what());
    }
    account_.collected(largest);
}

/// Closes the connections that owe most, until the house has some room again, unless another thread has larger debtors.
/// Returns the largest debt that is left.
std::size_t worker::close_debtors() {
    std::vector<connection*> debtors;
    for (roster::list& each : roster_.all())
        for (connection& one : each)
            if (one.owes() >= worth_closing) debtors.push_back(&one);
    std::ranges::sort(debtors, std::ranges::greater{}, &connection::owes);
    memory_budget& budget = account_.budget();
    if (debtors.empty()) return 0;
    if (const std::size_t largest = debtors.front()->owes(); budget.has_larger(account_, largest)) return largest;
    const std::size_t excess = budget.excess();
    std::size_t freed = 0;
    auto next = debtors.begin();
    begin_round(steady_clock::now());
    for (; next != debtors.end() && freed < excess; ++next) {
        freed += (*next)->owes();
        (*next)->reset();
        budget.closed.fetch_add(1, std::memory_order_relaxed);
    }
    const std::size_t largest = next == debtors.end() ? 0 : (*next)->owes();
    end_round(); // which releases them
    return largest;
}

std::unique_ptr<session> worker::make_session(const socket& of, std::uint64_t number) {
    return speaks_->make_session({number, of.number(), of.layer()});
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

void worker::await_sweep() {
    if (sweeping_) return;
    sweeper_.expires_after(sweep_period(how_.limit));
    sweeper_.async_wait([this](const error_code& stopped) {
        sweeping_ = false;
        if (!stopped) sweep();
        if (connections_ != 0) await_sweep();
    });
    sweeping_ = true; // all that can throw is done
}

/// The members of a list came in order and have the same limit: the first are due first.
void worker::sweep() noexcept {
    begin_round(steady_clock::now());
    for (roster::list& each : roster_.all()) {
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
        for (listener& each : listeners_)
            each.stop();
        stopping_ = true;
        roster::list& greeting = roster_.in(phase::handshaking);
        while (!greeting.empty()) // its client has asked for nothing, and can try elsewhere
            greeting.front().cut();
        for (const phase each : {phase::waiting, phase::writing, phase::idle, phase::arriving})
            roster_.for_each(each, [this](connection& one) { attempt(one, &connection::stop); });
        stopper_.expires_at(deadline);
    } else if (deadline < stopper_.expiry()) {
        stopper_.expires_at(deadline);
    }
    end_round();
    stopper_.async_wait([this](const error_code& changed) {
        if (!changed) cut_off();
    });
    rest_if_done();
}

void worker::cut_off() noexcept {
    for (const phase each : {phase::idle, phase::arriving, phase::waiting, phase::writing, phase::lingering}) {
        roster::list& all = roster_.in(each);
        has_cut_off_ = has_cut_off_ || (each != phase::lingering && !all.empty()); // who lingers was told the last
        while (!all.empty())
            all.front().cut();
    }
    end_round();
}

/// With no more work to wait for, the loop ends.
void worker::rest_if_done() noexcept {
    if (!stopping_ || connections_ != 0) return;
    sockets_.stop();
    sweeper_.cancel();
    stopper_.cancel();
}

} // namespace vesta::net
