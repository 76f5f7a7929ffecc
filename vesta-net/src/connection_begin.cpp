// How a connection begins: TLS where the server has it, and its session.
#include "connection.hpp"
#include "worker.hpp"

namespace vesta::net {

void connection::start() {
    if (!socket_.is_secure()) begin_session();
    owner_.sockets().add(socket_.number(), *this);
    self_ = this;
    arrival_ = owner_.now();
    if (session_) return enter(phase::idle);
    owner_.handshakes().begin();
    settle();
    enter(phase::handshaking);
}

void connection::begin_session() {
    number_ = owner_.shared().next_number();
    session_ = owner_.speaks().make_session({number_, socket_.number(), socket_.layer()});
}

/// Does a step of the handshake, if its thread has not done enough of them in this round.
void connection::shake_hands() {
    if (!owner_.handshakes().take_step()) return line_up();
    switch (socket_.shake_hands()) {
    case tls::handshake::done:
        begin_session();
        owner_.handshakes().end();
        arrival_ = owner_.now();
        enter(phase::idle);
        return receive(); // the first request may have come with it
    case tls::handshake::reads:
        return incoming_.await();
    case tls::handshake::writes: // with the next readiness of any kind
        return;
    case tls::handshake::failed:
        owner_.counts().handshake_failed.add();
        return cut();
    }
}

} // namespace vesta::net
