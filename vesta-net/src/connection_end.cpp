// How a connection ends: in order, or at once.
#include "connection.hpp"
#include "worker.hpp"

namespace vesta::net {

void connection::stop() {
    incoming_.stop(socket_);
    if (phase_ == phase::idle || phase_ == phase::arriving) receive();
}

/// Closing a socket with unread input takes back what was sent, and the client may never see its answer. So it closes
/// its own half only, and discards input until the client closes as well.
void connection::linger() {
    if (incoming_.has_ended() || !socket_.end_sending()) return cut();
    enter(phase::lingering);
    if (incoming_.may_be_there()) line_up();
}

void connection::discard() {
    const std::span<char> bin = owner_.bin();
    const auto got = incoming_.receive(socket_, bin);
    discarded_ += got.bytes;
    if (got.failed || got.ended || discarded_ > owner_.how().discarded) return cut();
    if (incoming_.may_be_there()) line_up();
}

void connection::forfeit() noexcept {
    if (!is_cut()) socket_.reset_when_closed();
    cut();
    session_.reset();
    outgoing_.drop();
    owner_.memory().change(std::exchange(owes_, 0), 0);
}

void connection::cut() noexcept {
    if (is_cut()) return;
    if (phase_ == phase::handshaking) owner_.handshakes().end();
    set_phase(phase::lingering);
    tickets_.give_back();
    socket_.close(); // this also ends the watch
    if (timer_) timer_->cancel();
    if (self_) owner_.filing().retire(*this);
}

} // namespace vesta::net
