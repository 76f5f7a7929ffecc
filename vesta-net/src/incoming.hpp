#pragma once

#include "socket.hpp"

#include <vesta/net/ready_set.hpp>

#include <cstdint>
#include <limits>
#include <span>
#include <utility>

namespace vesta::net {

/// What a client sends: whether any of it may be there to receive; and, once the server stops, what of it still counts.
///
/// Thread-safety: none; for the worker's thread only.
class incoming {
  public:
    /// The system has told what is possible.
    void note(const io_events& now) noexcept {
        half_closed_ = half_closed_ || now.half_closed || now.gone;
        may_be_there_ = may_be_there_ || now.readable || half_closed_;
    }
    /// Nothing is there until the system tells of it.
    void await() noexcept { may_be_there_ = false; }
    bool may_be_there() const noexcept { return may_be_there_; }
    /// Whether the client sends no more, and all is received.
    bool has_ended() const noexcept { return has_ended_; }

    socket::transfer receive(socket& by, std::span<char> into) noexcept {
        const auto got = by.receive(into);
        may_be_there_ = got.more || (half_closed_ && !got.later);
        has_ended_ = got.ended;
        bytes_ += got.bytes;
        return got;
    }

    /// The server stops: what is in @p from is the last that counts, with the rest of the request that it ends with.
    /// Something may be there unannounced.
    void stop(const socket& from) noexcept {
        last_byte_ = bytes_ + from.unread();
        may_be_there_ = true;
    }
    /// Whether nothing that counts is left to come: the session is @p at_rest, or has @p answered the request that all
    /// else ended with. To be asked whenever input was received and answered, or there was none.
    bool is_complete(const socket& from, bool at_rest, bool answered) noexcept {
        if (last_byte_ == unknown) return false;
        // A client that never pauses has always more.
        if (bytes_ < last_byte_ && from.has_input()) return false;
        return at_rest || (std::exchange(only_rest_, true) && answered);
    }

  private:
    static constexpr std::uint64_t unknown = std::numeric_limits<std::uint64_t>::max();

    std::uint64_t bytes_ = 0; // received
    std::uint64_t last_byte_ = unknown;
    bool may_be_there_ = false;
    bool half_closed_ = false; // the client's end follows the bytes still to be received
    bool has_ended_ = false;
    bool only_rest_ = false; // only the rest of one request still counts
};

} // namespace vesta::net
