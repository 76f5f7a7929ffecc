#pragma once

#include "session/session.hpp"

#include <vesta/net/ready_set.hpp>

#include <boost/asio/steady_timer.hpp>
#include <boost/intrusive/list.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace vesta::rest {

class worker;

/// What a connection is about, which decides what its socket is watched for and how long that may take.
enum class phase : std::uint8_t {
    idle,      ///< Between two requests.
    reading,   ///< A request has begun to arrive.
    waiting,   ///< A request waits for its IDs.
    writing,   ///< The client is slow to take its answers.
    lingering, ///< All is said; what the client still sends is thrown away, so that it sees the last answer.
};

inline constexpr std::size_t phase_count = 5;

/// One client: a socket and its session. It lives from `start` until it is cut, and then as long as somebody holds a
/// pointer to it. For the worker's thread only.
class connection final
    : public net::watched,
      public boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>>,
      public boost::intrusive_ref_counter<connection, boost::thread_unsafe_counter> {
  public:
    using pointer = boost::intrusive_ptr<connection>;

    /// @p socket does not block.
    connection(worker& owner, net::descriptor socket);
    connection(const connection&) = delete;
    connection& operator=(const connection&) = delete;
    ~connection();

    /// Begins to serve.
    void start();
    /// Says that there are too many, and closes.
    void turn_away();

    /// The socket has what it is watched for, or is broken.
    void on_ready(const net::readiness& now) noexcept override;
    /// The phase has lasted as long as it may.
    void time_out();
    /// The server stops: ends the connection if no request is under way.
    void end_if_idle();
    /// Ends it at once.
    void cut() noexcept;

    bool is_cut() const noexcept { return !socket_.is_open(); }
    /// Gives up what keeps it alive.
    pointer let_go() noexcept { return std::move(self_); }

    std::chrono::steady_clock::time_point deadline() const noexcept { return deadline_; }

  private:
    bool begin();
    void go_on();
    void receive();
    std::optional<std::size_t> take_in(std::span<char> room);
    session::next run();
    void act(session::next then);
    bool send();
    bool send_rest(std::string_view rest);
    void go_on_sending();
    void await_request();
    bool has_input() const noexcept;
    void await_ids();
    void on_ids_due();
    void close_gently();
    void discard();
    void enter(phase next);

    worker& owner_;
    net::descriptor socket_;
    session session_;
    std::optional<boost::asio::steady_timer> timer_;
    std::string unsent_; // what the system did not take
    pointer self_;       // while the socket is watched
    std::chrono::steady_clock::time_point arrival_{};
    std::chrono::steady_clock::time_point deadline_{};
    std::uint64_t answered_before_ = 0;
    std::size_t discarded_ = 0;
    session::next then_ = session::next::receive; // what follows the sending
    phase phase_ = phase::idle;
    net::interest watched_ = net::interest::input;
    bool end_in_sight_ = false; // the client has closed its half; what is to be received ends
    bool input_ended_ = false;
};

} // namespace vesta::rest
