#pragma once

#include "session/session.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/intrusive/list.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace vesta::rest {

class worker;

/// What a connection is about, which decides how long that may take.
enum class phase : std::uint8_t {
    idle,      ///< Between two requests.
    reading,   ///< A request has begun to arrive.
    waiting,   ///< A request waits for its IDs.
    writing,   ///< The client is slow to take its answers.
    lingering, ///< All is said; what the client still sends is thrown away, so that it sees the last answer.
};

inline constexpr std::size_t phase_count = 5;

/// One client: a socket, its session, and at most one operation under way. Lives as long as that operation. For the
/// worker's thread only.
class connection : public boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>>,
                   public boost::intrusive_ref_counter<connection, boost::thread_unsafe_counter> {
  public:
    using error_code = boost::system::error_code;

    connection(worker& owner, boost::asio::ip::tcp::socket socket);
    connection(const connection&) = delete;
    connection& operator=(const connection&) = delete;
    ~connection();

    /// Begins to serve.
    void start();
    /// Says that there are too many, and closes.
    void turn_away();

    /// The phase has lasted as long as it may.
    void time_out();
    /// The server stops: ends the connection if no request is under way.
    void end_if_idle();
    /// Ends it at once.
    void cut() noexcept;

    std::chrono::steady_clock::time_point deadline() const noexcept { return deadline_; }

  private:
    friend class worker;
    using pointer = boost::intrusive_ptr<connection>;

    void receive();
    void on_received(const error_code& ec, std::size_t size);
    void act(session::next then);
    bool send();
    bool send_rest(std::string_view rest);
    void on_writable(const error_code& ec);
    void await_request();
    void await_ids();
    void close_gently();
    void discard();
    void enter(phase next);

    worker& owner_;
    boost::asio::ip::tcp::socket socket_;
    session session_;
    std::optional<boost::asio::steady_timer> timer_;
    std::string unsent_; // what the system did not take
    std::chrono::steady_clock::time_point arrival_{};
    std::chrono::steady_clock::time_point deadline_{};
    std::uint64_t answered_before_ = 0;
    std::size_t discarded_ = 0;
    session::next then_ = session::next::receive; // what follows the sending
    phase phase_ = phase::idle;
    bool input_ended_ = false;
};

} // namespace vesta::rest
