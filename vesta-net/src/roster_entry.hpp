#pragma once

#include <boost/intrusive/list_hook.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace vesta::net {

/// The present activity of a connection, by which it is filed. Each has a time limit of its own.
enum class phase : std::uint8_t {
    idle,       ///< No request has begun to arrive.
    arriving,   ///< A request has begun to arrive.
    waiting,    ///< Its session waits.
    writing,    ///< The client must read answers before more are sent or made.
    lingering,  ///< All is sent; further input is discarded, so that the client sees the last answer.
    handshaking ///< TLS has not been agreed on yet, so there is no session.
};

inline constexpr std::size_t phase_count = 6;

/// What its thread's lists know of a connection, which writes it.
class roster_entry
    : public boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>> {
  public:
    using time_point = std::chrono::steady_clock::time_point;

    /// Counts the connections of the server from 1; 0 before there is a session.
    std::uint64_t number() const noexcept { return number_; }
    /// When its last input arrived (at first, when it connected), plus the time since then in which its client left
    /// answers unread.
    time_point arrival() const noexcept { return arrival_; }
    /// When the present phase is to end.
    time_point deadline() const noexcept { return deadline_; }
    /// Its memory, in bytes, as of its last turn.
    std::size_t owes() const noexcept { return owes_; }

  protected:
    std::uint64_t number_ = 0;
    time_point arrival_{};
    time_point deadline_ = time_point::max();
    std::size_t owes_ = 0;
    phase phase_ = phase::idle;
    bool in_line_ = false;
};

} // namespace vesta::net
