#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::tls {

/// The result of an attempt to receive or send.
struct transfer {
    std::size_t bytes = 0;
    bool later = false; ///< No more goes through now; readiness will be announced.
    bool more = false;  ///< More may be left that no readiness announces: try again.
    bool busy = false;  ///< Nothing yet, though much was read, as of TLS's own messages: go on in another turn.
    bool ended = false; ///< No more bytes will come.
    bool failed = false;
};

/// How far a handshake is.
enum class handshake : std::uint8_t {
    done,
    reads,  ///< It waits until the socket is readable,
    writes, ///< or writable.
    failed
};

/// TLS on one connected socket that never blocks. A port.
///
/// The handshake comes first; until it is done, nothing else is called.
/// Errors: a failure is final: nothing is called after it but `trouble`.
/// Thread-safety: none; for one thread at a time.
/// Lifetime: the socket is open until this is destroyed, and its owner closes it.
class layer {
  public:
    /// Tells the peer that the connection ends, if it is one.
    virtual ~layer() = default;

    /// Goes on with the handshake.
    virtual handshake shake_hands() noexcept = 0;
    /// Receives at most `into.size()` bytes, at least one of room.
    virtual transfer receive(std::span<char> into) noexcept = 0;
    /// Sends as much as the system takes. What is left is sent again from its first byte, unchanged.
    virtual transfer send(std::string_view bytes) noexcept = 0;
    /// Whether bytes that were taken from the socket wait to be received.
    virtual bool has_input() const noexcept = 0;
    /// Tells the peer that no more bytes follow.
    virtual void end_sending() noexcept = 0;

    /// The names in the certificate that the peer has shown and an authority has signed: first its URIs, then its DNS
    /// names, as they are written there. Empty if it has shown none.
    virtual std::vector<std::string> certificate_names() const = 0;
    /// Why it failed, in a few words.
    virtual std::string trouble() const = 0;
};

} // namespace vesta::tls
