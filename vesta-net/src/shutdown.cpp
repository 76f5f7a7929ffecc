#include "shutdown.hpp"

#include "worker.hpp"

namespace vesta::net {

shutdown::shutdown(worker& owner) : owner_{owner}, timer_{owner.context()} {}

void shutdown::begin(std::chrono::steady_clock::time_point deadline) {
    if (!has_begun_) {
        has_begun_ = true;
        roster::list& greeting = owner_.filing().in(phase::handshaking);
        while (!greeting.empty()) // its client has asked for nothing, and can try elsewhere
            greeting.front().cut();
        // The idle last: one that has a part of a request by now is told once.
        for (const phase each : {phase::waiting, phase::writing, phase::arriving, phase::idle})
            owner_.filing().for_each(each, [this](connection& one) { owner_.attempt(one, &connection::stop); });
        timer_.expires_at(deadline);
    } else if (deadline < timer_.expiry()) {
        timer_.expires_at(deadline);
    }
    timer_.async_wait([this](const boost::system::error_code& changed) {
        if (!changed) cut_off();
    });
}

void shutdown::cut_off() noexcept {
    for (const phase each : {phase::idle, phase::arriving, phase::waiting, phase::writing, phase::lingering}) {
        roster::list& all = owner_.filing().in(each);
        has_cut_off_ = has_cut_off_ || (each != phase::lingering && !all.empty()); // who lingers was told the last
        while (!all.empty())
            all.front().cut();
    }
    owner_.end_round();
}

} // namespace vesta::net
