#include "admission.hpp"

#include "worker.hpp"

#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstring>

namespace vesta::net {
namespace {

constexpr std::chrono::seconds may_stay_idle{1}; // though others want its place

/// The client's address; that of no host for a client without one.
house::address address_of(const descriptor& connected) noexcept {
    sockaddr_storage peer{};
    socklen_t size = sizeof peer;
    house::address made{};
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

} // namespace

/// Accepts a client, in place of an idle one if there is no room for both.
void admission::take(descriptor connected, origin of) {
    const tls::shared_context tls = of == origin::network ? owner_.shared().tls.get() : nullptr;
    const house::address from = address_of(connected);
    for (bool again = true;; again = false) {
        ticket place{owner_.shared().open};
        auto admitted = owner_.how().within->admit(from);
        const bool fits = place.within(owner_.how().connections);
        connection::places taken{std::move(place), std::move(admitted.taken)};
        if (fits && admitted.how == house::entrance::open)
            return admit(std::move(connected), std::move(taken), tls.get());
        if (again && admitted.how != house::entrance::full_for_address && make_way()) continue;
        return turn_away(std::move(connected), std::move(taken), admitted.how, tls != nullptr);
    }
}

void admission::admit(descriptor connected, connection::places taken, const tls::context* tls) {
    if (tls != nullptr && owner_.handshakes().under_way() >= owner_.how().handshakes &&
        !cut_longest_silent(owner_.filing().in(phase::handshaking), owner_.counts()))
        return owner_.counts().turned_away.add();
    const connection::pointer fresh{new connection{owner_, std::move(connected), std::move(taken)}};
    if (tls != nullptr) fresh->secure(*tls);
    owner_.counts().accepted.add();
    owner_.attempt(*fresh, &connection::start);
}

/// Closes the connection that has been idle longest. False if it has not been for long.
bool admission::make_way() noexcept {
    roster::list& idle = owner_.filing().in(phase::idle);
    if (idle.empty() || owner_.now() - idle.front().arrival() < may_stay_idle) return false;
    idle.front().cut();
    owner_.how().within->made_way.fetch_add(1, std::memory_order_relaxed);
    return true;
}

void admission::turn_away(descriptor connected, connection::places taken, house::entrance how, bool secured) {
    owner_.counts().turned_away.add();
    owner_.how().within->refused.fetch_add(1, std::memory_order_relaxed);
    if (how == house::entrance::full_for_address)
        owner_.how().within->refused_per_address.fetch_add(1, std::memory_order_relaxed);
    if (secured) return; // a handshake first would cost more than the answer is worth
    if (how != house::entrance::open || owner_.how().too_many == refusal::in_passing) {
        taken.give_back();
        socket to{std::move(connected)};
        // Closing with unread input would take the answer back.
        for (int times = 0; times < 8 && to.receive(owner_.bin()).bytes == owner_.bin().size(); ++times) {
        }
        output_buffer words;
        owner_.speaks().turn_away(words);
        to.send(words.view());
    } else if (taken.at_server.within(owner_.how().connections +
                                      told_as_clients(owner_.how().connections))) { // else there is no time
        const connection::pointer fresh{new connection{owner_, std::move(connected), std::move(taken)}};
        owner_.attempt(*fresh, &connection::turn_away);
    }
}

} // namespace vesta::net
