#pragma once

#include "session.hpp"
#include "socket.hpp"

#include <vesta/net/asio.hpp>
#include <vesta/net/ready_set.hpp>

#include <boost/intrusive/list.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace vesta::rpc::detail {

class worker;

/// A session and its socket. Belongs to one worker and is touched by its thread only. It reads into the worker's buffer
/// and writes into another, so that an idle connection holds neither: what it keeps is part of a command that has not
/// arrived in full, and answers that the peer has not taken. What it does at once is one turn: one read, the answers to
/// what has come, and, when the worker has had the others' turns as well, one write.
class connection final
    : public net::watched,
      public boost::intrusive_ref_counter<connection, boost::thread_unsafe_counter>,
      public boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>> {
  public:
    using time_point = std::chrono::steady_clock::time_point;
    using pointer = boost::intrusive_ptr<connection>;

    connection(worker& home, socket connected, std::uint64_t number);
    ~connection();

    int number() const noexcept { return socket_.number(); }
    /// It keeps itself until it is closed.
    void start();
    void on_ready(const net::readiness& now) noexcept override;
    /// Answers what has arrived, then closes.
    void drain();
    /// Sends the answers of its last turn, which are in the worker's buffer.
    void send_answers() noexcept;
    /// Closes it where what it waits for has not come by @p now.
    void check(time_point now);
    void close() noexcept;

  private:
    enum class phase : std::uint8_t {
        reading,   ///< For a command, or for the rest of one.
        serving,   ///< Commands that are here already.
        answering, ///< Answers that the worker is about to have sent.
        writing,   ///< Answers that the peer has not taken yet.
        waiting,   ///< For a tick or a reservation.
        lingering, ///< For the peer to read the last answer and close.
        closed
    };

    template <class Step>
    void guarded(Step step) noexcept;
    void work() noexcept;
    void take_turn();
    void settle();
    void receive();
    void serve_kept();
    void serve(std::string_view input);
    void keep(std::string_view rest);
    bool send(std::string_view bytes);
    void send_unsent();
    void go_on();
    void yield();
    void wait();
    void linger();
    void discard();
    void expect_input() noexcept;

    worker& home_;
    socket socket_;
    session session_;
    pointer self_;
    phase phase_ = phase::reading;
    bool readable_ = false;
    bool writable_ = false;
    bool half_closed_ = false;
    bool draining_ = false;
    bool yielded_ = false;                     // whether another turn is to come in any case
    session::next then_ = session::next::read; // what follows when the answers are sent
    std::chrono::nanoseconds pause_{0};
    std::uint64_t answered_ = 0;    // commands whose answers are not all sent
    std::size_t answers_begin_ = 0; // in the worker's buffer
    std::size_t answers_size_ = 0;
    time_point turn_began_;
    time_point deadline_ = time_point::max();
    std::optional<time_point> partial_since_; // when the command began to arrive of which only a part is here
    output_buffer kept_;                      // input that has not been consumed
    output_buffer unsent_;
    std::optional<net::steady_timer> timer_;
};

} // namespace vesta::rpc::detail
