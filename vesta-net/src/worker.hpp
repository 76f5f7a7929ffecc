#pragma once

#include "admission.hpp"
#include "answers.hpp"
#include "connection.hpp"
#include "debts.hpp"
#include "handshakes.hpp"
#include "roster.hpp"
#include "shutdown.hpp"
#include "sweeps.hpp"

#include <vesta/net/listener.hpp>
#include <vesta/net/ready_set.hpp>
#include <vesta/net/server.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace vesta::net {

/// One serving thread: its event loop, its listening socket, and the connections accepted there.
///
/// Thread-safety: `cut` and `begin_stop` are safe. Everything else is for its own thread, or for the thread that has
/// not started it yet.
class worker final : private server_events {
  public:
    /// @p how, @p shared and @p counts outlive it.
    worker(const server_options& how, server_state& shared, traffic& counts, std::unique_ptr<dialect> speaks);
    worker(const worker&) = delete;
    worker& operator=(const worker&) = delete;
    ~worker();

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
    bool has_cut_off() const noexcept { return shutdown_.has_cut_off(); }

    // For its connections:
    const server_options& how() const noexcept { return how_; }
    server_state& shared() noexcept { return shared_; }
    traffic& counts() noexcept { return counts_; }
    dialect& speaks() noexcept { return *speaks_; }
    ready_set& sockets() noexcept { return sockets_; }
    roster& filing() noexcept { return roster_; }
    net::handshakes& handshakes() noexcept { return handshakes_; }
    debts& memory() noexcept { return debts_; }
    bool is_stopping() const noexcept { return shutdown_.has_begun(); }
    net::answers& answering() noexcept { return answers_; }
    /// Room for discarded input.
    std::span<char> bin() noexcept { return bin_; }
    /// When the round began.
    std::chrono::steady_clock::time_point now() const noexcept { return now_; }
    void begin_round(std::chrono::steady_clock::time_point now) noexcept override;
    /// Sends the remaining answers, and releases connections that were cut.
    void end_round() noexcept override;
    /// Has @p one do something. If it throws, out of memory, only that connection ends.
    void attempt(connection& one, void (connection::*what)()) noexcept;
    /// A connection is there, or gone.
    void began() noexcept { ++connections_; }
    void ended() noexcept;
    bool has_connections() const noexcept { return connections_ != 0; }
    /// Something ended because of an exception: counts it, and reports why.
    void failed(std::string_view why) noexcept;
    void complain(std::string_view what) noexcept;

  private:
    bool may_stay() const noexcept override;
    void on_accept(descriptor connected, origin of) noexcept override;
    void on_accept_pause(const boost::system::error_code& why) noexcept override;

    void rest_if_done() noexcept;

    const server_options& how_;
    server_state& shared_;
    traffic& counts_;
    const std::unique_ptr<dialect> speaks_;
    roster roster_;
    net::answers answers_{*this};
    std::chrono::steady_clock::time_point now_ = std::chrono::steady_clock::now();
    std::size_t connections_ = 0;
    net::handshakes handshakes_;
    admission admission_{*this};
    std::array<char, 16 * 1024> bin_{};
    debts debts_{*this};
    // Last, so that it is destroyed before the objects that its handlers use.
    asio::io_context context_;
    ready_set sockets_;
    std::deque<listener> listeners_;
    sweeps sweeps_{*this};
    net::shutdown shutdown_{*this};
};

/// Makes @p one run a round although no connection is ready. From any thread.
void wake(worker& one);

} // namespace vesta::net
