#include "sweeps.hpp"

#include "worker.hpp"

#include <algorithm>

namespace vesta::net {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Short enough for the shortest time limit, and at most a second.
milliseconds period_for(const time_limits& of) noexcept {
    milliseconds shortest = 8s;
    for (const milliseconds each : {of.idle, of.arrival, of.sending, of.handshake})
        if (each != 0ms) shortest = std::min(shortest, each);
    return std::clamp<milliseconds>(shortest / 8, 10ms, 1s);
}

} // namespace

sweeps::sweeps(worker& owner) : owner_{owner}, period_{period_for(owner.how().limit)}, timer_{owner.context()} {}

void sweeps::begin() {
    if (has_begun_) return;
    timer_.expires_after(period_);
    timer_.async_wait([this](const boost::system::error_code& stopped) {
        has_begun_ = false;
        if (!stopped) sweep();
        if (owner_.has_connections()) begin();
    });
    has_begun_ = true; // all that can throw is done
}

/// The members of a list came in order and have the same limit: the first are due first.
void sweeps::sweep() noexcept {
    owner_.begin_round(std::chrono::steady_clock::now());
    for (roster::list& each : owner_.filing().all()) {
        while (!each.empty() && each.front().deadline() <= owner_.now()) {
            const connection::pointer due{&each.front()};
            due->unlink();
            owner_.attempt(*due, &connection::time_out);
        }
    }
    owner_.end_round();
}

} // namespace vesta::net
