#pragma once

#include "admission.hpp"
#include "connection.hpp"
#include "handshakes.hpp"
#include "roster.hpp"

#include <vesta/net/listener.hpp>
#include <vesta/net/ready_set.hpp>
#include <vesta/net/server.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

namespace vesta::net {

/// One serving thread: its event loop, its listening socket, and the connections accepted there.
///
/// Thread-safety: `cut` and `begin_stop` are safe. Everything else is for its own thread, or for the thread that has
/// not started it yet.
class worker final : private server_events {
  public:
    /// Bytes of its own buffer that an idle connection keeps.
    static constexpr std::size_t memory_kept = 1024;

    /// @p how, @p shared and @p counts outlive it.
    worker(const server_options& how, server_state& shared, traffic& counts, std::unique_ptr<dialect> speaks);
    worker(const worker&) = delete;
    worker& operator=(const worker&) = delete;
    ~worker();

    /// The account of its connections' memory.
    memory_account& account() noexcept { return account_; }
    /// The loop to open the listening socket on.
    asio::io_context& context() noexcept { return context_; }
    /// Accepts connections at the listening socket @p at once `run` is called. There may be several.
    void accept_from(descriptor at, origin whom);
    /// Serves until it is told to stop and every connection has ended.
    void run();
    /// As `server::cut`. From any thread.
    void cut(std::shared_ptr<const std::vector<std::uint64_t>> numbers);
    /// As `server::begin_stop`. From any thread.
    void begin_stop(std::chrono::steady_clock::time_point deadline);
    /// Whether the deadline cut off any connection. Call it after `run`.
    bool has_cut_off() const noexcept { return has_cut_off_; }

    // For its connections:
    const server_options& how() const noexcept { return how_; }
    server_state& shared() noexcept { return shared_; }
    traffic& counts() noexcept { return counts_; }
    dialect& speaks() noexcept { return *speaks_; }
    ready_set& sockets() noexcept { return sockets_; }
    roster& filing() noexcept { return roster_; }
    net::handshakes& handshakes() noexcept { return handshakes_; }
    bool is_stopping() const noexcept { return stopping_; }
    /// The buffer for the answers of the connection that has its turn.
    output_buffer& output() noexcept { return output_; }
    /// Room for discarded input.
    std::span<char> bin() noexcept { return bin_; }
    /// When the round began.
    std::chrono::steady_clock::time_point now() const noexcept { return now_; }
    void begin_round(std::chrono::steady_clock::time_point now) noexcept override;
    /// Sends the remaining answers, and releases connections that were cut.
    void end_round() noexcept override;
    /// Has @p one do something. If it throws, out of memory, only that connection ends.
    void attempt(connection& one, void (connection::*what)()) noexcept;
    /// Sends the answers of @p one's turn, now or at the end of the round.
    void have_sent(connection& one);
    std::unique_ptr<session> make_session(const socket& of, std::uint64_t number);
    /// A connection is there, or gone.
    void began() noexcept { ++connections_; }
    void ended() noexcept;

  private:
    bool may_stay() const noexcept override;
    void on_accept(descriptor connected, origin of) noexcept override;
    void on_accept_pause(const boost::system::error_code& why) noexcept override;

    void free_memory() noexcept;
    std::size_t close_debtors();
    void send_answers() noexcept;
    void failed(std::string_view why) noexcept;
    void await_sweep();
    void sweep() noexcept;
    void stop_by(std::chrono::steady_clock::time_point deadline);
    void cut_off() noexcept;
    void rest_if_done() noexcept;

    const server_options& how_;
    server_state& shared_;
    traffic& counts_;
    const std::unique_ptr<dialect> speaks_;
    roster roster_;
    output_buffer output_;
    std::vector<connection::pointer> answering_;
    std::chrono::steady_clock::time_point now_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point quiet_until_{};
    std::size_t connections_ = 0;
    net::handshakes handshakes_;
    admission admission_{*this};
    bool sweeping_ = false;
    bool stopping_ = false;
    bool has_cut_off_ = false;
    std::array<char, 16 * 1024> bin_{};
    memory_account account_;
    // Last, so that it is destroyed before the objects that its handlers use.
    asio::io_context context_;
    ready_set sockets_;
    std::deque<listener> listeners_;
    steady_timer sweeper_{context_};
    steady_timer stopper_{context_};
};

} // namespace vesta::net
