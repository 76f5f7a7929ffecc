#pragma once

#include "incoming.hpp"
#include "outgoing.hpp"
#include "roster_entry.hpp"
#include "socket.hpp"

#include <vesta/net/asio.hpp>
#include <vesta/net/program_state.hpp>
#include <vesta/net/ready_set.hpp>
#include <vesta/net/session.hpp>
#include <vesta/net/ticket.hpp>
#include <vesta/tls/context.hpp>

#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace vesta::net {

class worker;

/// One client: a socket and its session, once a handshake is over where there is one.
///
/// One turn is one read, the answers to the input, and, when the worker decides, one write.
/// Thread-safety: none; for the worker's thread only.
/// Lifetime: lives from `start` until it is cut, and then as long as a pointer to it exists.
class connection final : public watched,
                         public roster_entry,
                         public boost::intrusive_ref_counter<connection, boost::thread_unsafe_counter> {
  public:
    using pointer = boost::intrusive_ptr<connection>;

    /// What counts it among the connections of the server, and of the program.
    struct tickets {
        ticket of_server;
        program_state::address_ticket of_program;

        void give_back() noexcept {
            of_server.give_back();
            of_program.give_back();
        }
    };

    /// Speaks TLS by @p tls, or none if that is null.
    connection(worker& owner, descriptor connected, tickets taken, const tls::context* tls = nullptr);
    connection(const connection&) = delete;
    connection& operator=(const connection&) = delete;
    ~connection();

    /// Begins to serve.
    void start();
    /// Answers that there are too many connections, and closes.
    void turn_away();

    void on_ready(const io_events& now) noexcept override;
    /// Sends the answers of its last turn, then does as its session said.
    void send_answers();
    /// It has come to the front of the line: it has its turn in the next round.
    void come_forward() noexcept;
    /// The time limit of the phase is over.
    void time_out();
    /// The server stops: answers the requests that have begun to arrive, and none that begin later; closes if idle.
    void stop();
    /// Ends it at once.
    void cut() noexcept;
    /// The same; takes back what is not sent yet, and gives its memory back, though a pointer to it exists. Not within
    /// its turn.
    void forfeit() noexcept;
    /// Whether it has sent nothing that a handshake could go on with.
    bool is_silent() const noexcept { return !incoming_.may_be_there(); }
    bool is_cut() const noexcept { return !socket_.is_open(); }
    /// Gives up the pointer that keeps it alive.
    pointer let_go() noexcept { return std::move(self_); }

  private:
    void take_turn();
    void shake_hands();
    void begin_session();
    template <class Call>
    void have_turn(Call call);
    void receive();
    void resume();
    void go_on_sending();
    void do_next();
    void have_another_turn();
    void await_input();
    void await_time();
    void linger();
    void discard();
    void line_up();
    void enter(phase to) noexcept;
    void enter_writing() noexcept;
    void set_phase(phase to) noexcept;
    void settle() noexcept;

    worker& owner_;
    socket socket_;
    tickets tickets_;
    std::unique_ptr<session> session_;
    pointer self_; // while the socket is watched
    std::optional<steady_timer> timer_;
    incoming incoming_;
    outgoing outgoing_;
    step then_; // follows once all is sent
    std::size_t answers_begin_ = 0;
    std::size_t answers_size_ = 0;
    std::size_t discarded_ = 0; // bytes
    bool writable_ = false;
};

} // namespace vesta::net
