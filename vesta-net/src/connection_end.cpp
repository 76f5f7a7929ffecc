// How a connection ends: in order, or at once.
#include "connection.hpp"
#include "worker.hpp"

namespace vesta::net {

/// Whether all that had come when the server began to stop is received. A client that never pauses has always more.
bool connection::has_last_input() const noexcept {
    return received_ >= last_byte_ || !socket_.has_input();
}

/// The server stops, and no request has come.
void connection::end_if_done() {
    if (!owner_.is_stopping()) return;
    if (phase_ == phase::idle || owner_.how().stop == stopping::answer_what_has_come) cut();
}

void connection::stop() {
    last_byte_ = received_ + socket_.unread();
    if (phase_ != phase::idle && phase_ != phase::arriving) return;
    readable_ = true; // bytes may have arrived unannounced
    receive();
}

/// Closing a socket with unread input takes back what was sent, and the client may never see its answer. So it closes
/// its own half only, and discards input until the client closes as well.
void connection::linger() {
    if (input_ended_ || !socket_.end_sending()) return cut();
    enter(phase::lingering);
    if (readable_) line_up();
}

void connection::discard() {
    const std::span<char> bin = owner_.bin();
    const auto got = socket_.receive(bin);
    discarded_ += got.bytes;
    if (got.failed || got.ended || discarded_ > owner_.how().discarded) return cut();
    readable_ = half_closed_ || got.more;
    if (readable_) line_up();
}

void connection::reset() noexcept {
    if (!is_cut()) socket_.reset_when_closed();
    cut();
}

void connection::forfeit() noexcept {
    reset();
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
