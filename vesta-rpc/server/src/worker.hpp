#pragma once

#include "connection.hpp"
#include "counters.hpp"
#include "service.hpp"

#include <vesta/net/listener.hpp>
#include <vesta/net/ready_set.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace vesta::rpc::detail {

/// What the workers of one server share.
struct shared_counts {
    std::atomic<std::size_t> open{0};       ///< Connections.
    std::atomic<std::uint64_t> accepted{0}; ///< Gives each connection its number.
};

/// One serving thread's share of a server: an event loop, a listening socket, and the connections accepted there, which
/// stay. Only `begin_stop` and `abort`, and what `counted` reads, are for other threads.
class worker final : private net::server_events {
  public:
    worker(const service& of, shared_counts& shared);
    worker(const worker&) = delete;
    worker& operator=(const worker&) = delete;
    ~worker();

    boost::asio::io_context& context() noexcept { return context_; }

    /// Starts to accept on @p from once `run` is called.
    void accept_from(net::tcp_acceptor from);

    /// Serves until the last connection is closed after a stop.
    void run();

    /// Accepts no more, and closes each connection when what has arrived there is answered.
    void begin_stop();
    /// Closes every connection now.
    void abort();

    const service& of() const noexcept { return of_; }
    counters& counted() noexcept { return counted_; }
    const counters& counted() const noexcept { return counted_; }

    /// Where the connection that has its turn reads: room for the largest command and much beyond.
    std::span<char> input() noexcept { return {input_.get(), input_size_}; }
    /// Where it puts its answers, behind those of the connections that had their turns before.
    output_buffer& output() noexcept { return output_; }
    /// Has @p whose answers sent when the connections that are ready now have had their turns. A peer that shares our
    /// processor is woken by the first answers, and then finds all of them.
    void send_later(connection& whose);
    /// Has them sent already where there are many.
    void send_many_answers() noexcept;
    /// Has all of these sent. To be called at the end of whatever gave connections a turn.
    void send_answers() noexcept;
    /// A connection's next turn is to come from the event loop: posted, or by a timer. Each is to be taken off again.
    void add_due_turn() noexcept { ++due_turns_; }
    void drop_due_turn() noexcept { --due_turns_; }
    /// When this round of readiness began.
    std::chrono::steady_clock::time_point now() const noexcept { return now_; }
    void on_closed() noexcept;
    /// Tells whoever set the server up.
    void log(std::string_view what) const noexcept;

  private:
    void begin_round(std::chrono::steady_clock::time_point now) noexcept override { now_ = now; }
    void end_round() noexcept override { send_answers(); }
    bool may_stay() const noexcept override { return due_turns_ == 0 && !stopping_; }
    void on_accept(net::descriptor connected) noexcept override;
    void on_accept_pause(const boost::system::error_code& why) noexcept override;

    void take(socket connected);
    void turn_away(socket& connected);
    void tick();
    bool is_done() const noexcept;
    void stop_when_done();

    const service& of_;
    shared_counts& shared_;
    const std::chrono::milliseconds tick_;
    counters counted_;
    const std::size_t input_size_;
    const std::unique_ptr<char[]> input_;
    output_buffer output_;
    std::vector<connection::pointer> answering_;
    std::chrono::steady_clock::time_point now_ = std::chrono::steady_clock::now();
    boost::intrusive::list<connection, boost::intrusive::constant_time_size<false>> connections_;
    std::chrono::steady_clock::time_point quiet_until_;
    std::size_t due_turns_ = 0;
    bool stopping_ = false;
    // Last, so that it goes before what its handlers use.
    boost::asio::io_context context_{1};
    net::listener listener_{context_};
    net::ready_set ready_{context_, net::waiting::gathering};
    net::steady_timer timer_{context_};
};

} // namespace vesta::rpc::detail
