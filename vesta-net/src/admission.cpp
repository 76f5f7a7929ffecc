#include "admission.hpp"

#include "worker.hpp"

#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstring>

namespace vesta::net {
namespace {

constexpr std::chrono::seconds may_stay_idle{1}; // though others want to connect
constexpr std::chrono::seconds quiet_time{10};   // after a complaint that could repeat ten times a second

/// The client's address; that of no host for a client without one.
program_state::address address_of(const descriptor& connected) noexcept {
    sockaddr_storage peer{};
    socklen_t size = sizeof peer;
    program_state::address made{};
    if (::getpeername(connected.number(), reinterpret_cast<sockaddr*>(&peer), &size) != 0) return made;
    if (peer.ss_family == AF_INET6) {
        const in6_addr& from = reinterpret_cast<const sockaddr_in6&>(peer).sin6_addr;
        // One host has all addresses of a /64.
        std::memcpy(made.data(), &from, IN6_IS_ADDR_V4MAPPED(&from) ? made.size() : made.size() / 2);
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
bool cut_longest_silent(roster::list& among, traffic& counts) noexcept {
    const auto longest = std::ranges::find_if(among, &connection::is_silent);
    if (longest == among.end()) return false;
    counts.closed_handshaking.add();
    longest->cut();
    return true;
}

/// When the first of @p idle became so.
connection::time_point since(const roster::list& idle) noexcept {
    return idle.empty() ? connection::time_point::max() : idle.front().arrival();
}

} // namespace

admission::admission(worker& owner)
    : owner_{owner}, idle_{owner.how().program->idle(), &owner.shared(), [&owner] { wake(owner); }} {}

void admission::take(descriptor connected, origin of) {
    const tls::shared_context tls = of == origin::network ? owner_.shared().tls.get() : nullptr;
    const program_state::address from = address_of(connected);
    for (way made = way::none;;) {
        ticket of_server{owner_.shared().open};
        const bool fits = made == way::of_another || of_server.within(owner_.how().connections);
        auto admitted = owner_.how().program->admit(from, made == way::of_another);
        connection::tickets taken{std::move(of_server), std::move(admitted.taken)};
        if (fits && admitted.how == program_state::entrance::open)
            return admit(std::move(connected), std::move(taken), tls.get());
        const bool may_retry = made == way::none && admitted.how != program_state::entrance::full_for_address;
        if (may_retry) made = make_way(!fits);
        if (!may_retry || made == way::none)
            return turn_away(std::move(connected), std::move(taken), admitted.how, tls != nullptr);
    }
}

void admission::admit(descriptor connected, connection::tickets taken, const tls::context* tls) {
    if (tls != nullptr && owner_.handshakes().under_way() >= owner_.how().handshakes &&
        !cut_longest_silent(owner_.filing().in(phase::handshaking), owner_.counts()))
        return note_refused();
    const connection::pointer fresh{new connection{owner_, std::move(connected), std::move(taken), tls}};
    owner_.counts().accepted.add();
    owner_.attempt(*fresh, &connection::start);
}

/// Has the connection of the program that has been idle longest closed, or, where the server alone is full, of the
/// server: now if it is of this thread, else soon.
admission::way admission::make_way(bool server_is_full) noexcept {
    const auto before = owner_.now() - may_stay_idle;
    const auto own = since(owner_.filing().in(phase::idle));
    if (owner_.how().program->idle().ask(server_is_full ? &owner_.shared() : nullptr, std::min(before, own)))
        return way::of_another;
    if (own > before) return way::none;
    cut_longest_idle();
    return way::of_this_thread;
}

void admission::cut_longest_idle() noexcept {
    owner_.how().program->made_way.fetch_add(1, std::memory_order_relaxed);
    roster::list& idle = owner_.filing().in(phase::idle);
    idle.front().cut();
    idle_.show(since(idle)); // several may come in one round
}

void admission::end_round() noexcept {
    const roster::list& idle = owner_.filing().in(phase::idle);
    if (idle_.is_asked() && since(idle) <= owner_.now() - may_stay_idle) {
        cut_longest_idle();
        idle_.has_done();
    }
    idle_.show(since(idle));
}

void admission::pause(const boost::system::error_code& why) noexcept {
    owner_.counts().accept_failed.add();
    owner_.how().program->accept_failed.fetch_add(1, std::memory_order_relaxed);
    if (owner_.now() < quiet_until_) return;
    quiet_until_ = owner_.now() + quiet_time;
    try {
        owner_.complain("cannot accept connections: " + why.message());
    } catch (const std::exception&) {
        owner_.complain("cannot accept connections");
    }
}

void admission::note_refused() noexcept {
    owner_.counts().turned_away.add();
    owner_.how().program->refused.fetch_add(1, std::memory_order_relaxed);
}

void admission::turn_away(descriptor connected, connection::tickets taken, program_state::entrance how, bool secured) {
    note_refused();
    if (how == program_state::entrance::full_for_address)
        owner_.how().program->refused_per_address.fetch_add(1, std::memory_order_relaxed);
    if (secured) return; // a handshake first would cost more than the answer is worth
    if (how != program_state::entrance::open || owner_.how().too_many == turning_away::in_passing) {
        taken.give_back();
        socket to{std::move(connected)};
        // Closing with unread input would take the answer back.
        for (int times = 0; times < 8 && to.receive(owner_.bin()).bytes == owner_.bin().size(); ++times) {
        }
        output_buffer words;
        owner_.speaks().turn_away(words);
        to.send(words.view());
    } else if (taken.of_server.within(owner_.how().connections +
                                      told_as_clients(owner_.how().connections))) { // else there is no time
        const connection::pointer fresh{new connection{owner_, std::move(connected), std::move(taken)}};
        owner_.attempt(*fresh, &connection::turn_away);
    }
}

} // namespace vesta::net
