#pragma once

#include "http/buffer.hpp"
#include "server/connection.hpp"
#include "session/workbench.hpp"

#include <vesta/net/listener.hpp>
#include <vesta/net/ready_set.hpp>

#include <array>
#include <chrono>
#include <span>

namespace vesta::rest {

/// A serving thread's world: its event loop, its listening socket, and the connections that came in there. Everything
/// but `begin_stop` is for its own thread.
class worker final : public net::server_events {
  public:
    /// A connection leaves no more than this behind for the next one's answers.
    static constexpr std::size_t most_output_kept = 1024 * 1024;

    explicit worker(services& server);
    worker(const worker&) = delete;
    worker& operator=(const worker&) = delete;
    ~worker();

    /// The loop to open the listening socket on.
    boost::asio::io_context& context() noexcept { return context_; }
    /// Serves what comes in at @p listener until it is told to stop and all is ended.
    void run(net::tcp_acceptor listener);
    /// As `server::begin_stop`. From any thread.
    void begin_stop(std::chrono::steady_clock::time_point deadline);

    // For its connections:
    services& server() noexcept { return bench_.server; }
    workbench& bench() noexcept { return bench_; }
    /// What is to be sent next, by whichever connection is at work. Empty between two handlers.
    http::output_buffer& output() noexcept { return output_; }
    /// Room for what nobody reads.
    std::span<char> bin() noexcept { return bin_; }
    net::ready_set& sockets() noexcept { return sockets_; }
    /// Looks at the clocks for what is handled next.
    void begin_round(std::chrono::steady_clock::time_point now) noexcept override;
    /// Lets go of the connections cut since.
    void end_round() noexcept override;
    /// The time at which the round began.
    std::chrono::steady_clock::time_point now() const noexcept { return now_; }
    /// Has @p one do something. Where memory runs out over it, it is cut, and the others go on.
    void attempt(connection& one, void (connection::*what)()) noexcept;
    /// Keeps a connection that was cut until the end of the round: what is ready may name it once more.
    void retire(connection& one) noexcept;
    /// Files @p one under its phase; the answer is when that ends.
    std::chrono::steady_clock::time_point enlist(connection& one, phase in);
    /// Writes the answer for a connection too many.
    void write_turn_away();
    /// A connection is there, or gone.
    void began() noexcept;
    void ended() noexcept;

  private:
    using list = boost::intrusive::list<connection, boost::intrusive::constant_time_size<false>>;

    bool may_stay() const noexcept override;
    void on_accept(net::descriptor connected) noexcept override;
    void on_accept_pause(const boost::system::error_code& why) noexcept override;

    void sweep();
    void await_sweep();
    void stop_by(std::chrono::steady_clock::time_point deadline);
    void await_cut();
    void cut_all() noexcept;
    void rest_if_done() noexcept;
    template <class Action>
    void for_each(list& of, Action action);

    boost::asio::io_context context_;
    net::ready_set sockets_{context_, net::waiting::at_once};
    workbench bench_;
    net::listener listener_{context_};
    net::steady_timer sweeper_{context_};
    net::steady_timer stopper_{context_};
    std::array<std::chrono::milliseconds, phase_count> allowed_;
    std::chrono::milliseconds sweep_period_;
    std::array<list, phase_count> lists_;
    list retired_;
    std::chrono::steady_clock::time_point now_{};
    std::size_t connections_ = 0;
    bool sweeping_ = false;
    bool stopping_ = false;
    http::output_buffer output_;
    std::array<char, 16 * 1024> bin_{};
};

} // namespace vesta::rest
