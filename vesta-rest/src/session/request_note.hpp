#pragma once

#include "http/method.hpp"
#include "http/status.hpp"

#include <vesta/access/visitor.hpp>
#include <vesta/net/request_log.hpp>

#include <array>
#include <string_view>

namespace vesta::rest {

/// A request that was answered, for the logs. It keeps its own copy of the words, since how long the request took is
/// known only when its bytes are gone.
///
/// Thread-safety: none.
class request_note {
  public:
    /// @p traceparent is the header field; empty if there is none that counts.
    void write(http::method verb, std::string_view path, std::string_view traceparent, http::status code) noexcept;

    /// Whether the server could not do what it is for.
    bool has_failed() const noexcept { return code_ == http::status::internal_server_error; }
    /// As the logs have it. Lifetime: until the next `write`; @p by is used.
    net::answered_request of(const access::visitor& by, std::chrono::nanoseconds took) const noexcept;

  private:
    static constexpr std::size_t longest = 240; // of method and path; the rest is cut off

    void append(std::string_view text) noexcept;

    std::array<char, longest> words_{};
    std::size_t size_ = 0;
    std::array<char, 64> trace_{};
    std::size_t trace_size_ = 0;
    http::status code_ = http::status::ok;
};

} // namespace vesta::rest
