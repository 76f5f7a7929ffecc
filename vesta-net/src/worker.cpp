#include "worker.hpp"

#include <boost/asio/post.hpp>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstring>
#include <exception>

namespace vesta::net {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;
using std::chrono::steady_clock;
using error_code = boost::system::error_code;

constexpr std::size_t output_at_once = 64 * 1024; // beyond it, answers do not wait for other connections' turns
constexpr std::size_t output_kept = 1024 * 1024;  // bytes kept for the next answers
constexpr std::size_t worth_closing = 4096;       // bytes that a connection owes, where memory is short
constexpr auto may_stay_idle = 1s;                // though others want its place
constexpr auto quiet_time = 10s;                  // after a complaint that could repeat ten times a second

// Only this thread touches the sockets; only `begin_stop` is called from another.
constexpr int own_thread_only = BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO;

/// Short enough for the shortest time limit, and at most a second.
milliseconds sweep_period(const time_limits& of) noexcept {
    milliseconds shortest = 8s;
    for (const milliseconds each : {of.idle, of.arrival, of.sending, of.handshake})
        if (each != 0ms) shortest = std::min(shortest, each);
    return std::clamp<milliseconds>(shortest / 8, 10ms, 1s);
}

/// The client's address; that of no host for a client without one.
house::address address_of(const descriptor& connected) noexcept {
    sockaddr_storage peer{};
    socklen_t size = sizeof peer;
    house::address made{};
    if (::getpeername(connected.number(), reinterpret_cast<sockaddr*>(&peer), &size) != 0) return made;
    if (peer.ss_family == AF_INET6) {
        std::memcpy(made.data(), &reinterpret_cast<const sockaddr_in6&>(peer).sin6_addr, made.size());
    } else if (peer.ss_family == AF_INET) {
        made[10] = made[11] = 0xff;
        std::memcpy(made.data() + 12, &reinterpret_cast<const sockaddr_in&>(peer).sin_addr, 4);
    }
    return made;
}

/// How many excess connections get an answer like clients.
constexpr std::size_t told_as_clients(std::size_t limit) noexcept {
    return limit / 4 + 16;
}

/// Makes room among the handshakes under way: of the clients that have said nothing to go on with, the longest one
/// goes. False if all have only been waiting for their turn.
template <class List>
bool cut_longest_silent(List& among, traffic& counts) noexcept {
    const auto longest = std::ranges::find_if(among, &connection::is_silent);
    if (longest == among.end()) return false;
    counts.closed_handshaking.add();
    longest->cut();
    return true;
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
        take(std::move(connected), of);
    } catch (const std::exception& why) { // out of memory, before there was a connection
        failed(why.what());
    }
}

/// Accepts a client, in place of an idle one if there is no room for both.
void worker::take(descriptor connected, origin of) {
    await_sweep();
    const tls::shared_context tls = of == origin::network ? shared_.tls.get() : nullptr;
    const house::address from = address_of(connected);
    for (bool again = true;; again = false) {
        ticket place{shared_.open};
        auto admitted = how_.within->admit(from);
        const bool fits = place.within(how_.connections);
        connection::places taken{std::move(place), std::move(admitted.taken)};
        if (fits && admitted.how == house::entrance::open)
            return admit(std::move(connected), std::move(taken), tls.get());
        if (again && admitted.how != house::entrance::full_for_address && make_way()) continue;
        return turn_away(std::move(connected), std::move(taken), admitted.how, tls != nullptr);
    }
}

void worker::admit(descriptor connected, connection::places taken, const tls::context* tls) {
    if (tls != nullptr && handshakes_.under_way() >= how_.handshakes &&
        !cut_longest_silent(roster_.in(phase::handshaking), counts_))
        return counts_.turned_away.add();
    const connection::pointer fresh{new connection{*this, std::move(connected), std::move(taken)}};
    if (tls != nullptr) fresh->secure(*tls);
    counts_.accepted.add();
    attempt(*fresh, &connection::start);
}

/// Closes the connection that has been idle longest. False if it has not been for long.
bool worker::make_way() noexcept {
    roster::list& idle = roster_.in(phase::idle);
    if (idle.empty() || now_ - idle.front().arrival() < may_stay_idle) return false;
    idle.front().cut();
    how_.within->made_way.fetch_add(1, std::memory_order_relaxed);
    return true;
}

void worker::turn_away(descriptor connected, connection::places taken, house::entrance how, bool secured) {
    counts_.turned_away.add();
    if (how == house::entrance::full_for_address)
        how_.within->refused_per_address.fetch_add(1, std::memory_order_relaxed);
    if (secured) return; // a handshake first would cost more than the answer is worth
    if (how != house::entrance::open || how_.too_many == refusal::in_passing) {
        taken.give_back();
        socket to{std::move(connected)};
        // Closing with unread input would take the answer back.
        for (int times = 0; times < 8 && to.receive(bin_).bytes == bin_.size(); ++times) {
        }
        output_buffer words;
        speaks_->turn_away(words);
        to.send(words.view());
    } else if (taken.at_server.within(how_.connections + told_as_clients(how_.connections))) { // else there is no time
        const connection::pointer fresh{new connection{*this, std::move(connected), std::move(taken)}};
        attempt(*fresh, &connection::turn_away);
    }
}

/// Closes the connections that owe most, until the house has some room again.
void worker::free_memory() {
    std::vector<connection*> debtors;
    for (roster::list& each : roster_.all())
        for (connection& one : each)
            if (one.owes() >= worth_closing) debtors.push_back(&one);
    std::ranges::sort(debtors, std::ranges::greater{}, &connection::owes);
    memory_budget& budget = account_.budget();
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
    account_.collected(largest);
}

std::unique_ptr<session> worker::make_session(const socket& of) {
    return speaks_->make_session(
        {shared_.numbered.fetch_add(1, std::memory_order_relaxed) + 1, of.number(), of.layer()});
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
        for (const phase each : {phase::idle, phase::arriving})
            roster_.for_each(each, [this](connection& one) { attempt(one, &connection::drain); });
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
