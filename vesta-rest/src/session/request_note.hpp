#pragma once

#include "http/method.hpp"
#include "http/status.hpp"

#include <vesta/access/visitor.hpp>
#include <vesta/net/request_log.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace vesta::rest {

/// A request that was answered, for the logs. It keeps its own copy of the words, since how long the request took is
/// known only when its bytes are gone.
///
/// Thread-safety: none.
class request_note {
  public:
    /// @p target as it came, of which only the path is told; @p traceparent is the header field, empty if there is
    /// none that counts. Costs two copies.
    void write(http::method verb, std::string_view target, std::string_view traceparent, http::status code) noexcept {
        verb_ = verb;
        code_ = code;
        target_.keep(target);
        trace_.keep(traceparent);
    }

    /// Whether the server could not do what it is for.
    bool has_failed() const noexcept { return code_ == http::status::internal_server_error; }
    /// As the logs have it. Lifetime: until the next `write`; @p by is used.
    net::answered_request of(const access::visitor& by, std::chrono::nanoseconds took) noexcept;

  private:
    static constexpr std::size_t longest_method = 16; // more than any that Beast knows
    static constexpr std::size_t longest_target = 240;

    std::string_view method_and_path() noexcept;

    /// A text up to a length; the rest is cut off.
    template <std::size_t Longest>
    struct kept_text {
        void keep(std::string_view text) noexcept {
            size = std::min(text.size(), Longest);
            if (size != 0) std::memcpy(bytes.data(), text.data(), size);
        }
        std::string_view view() const noexcept { return {bytes.data(), size}; }

        std::array<char, Longest> bytes;
        std::size_t size = 0;
    };

    http::method verb_ = http::method::get;
    http::status code_ = http::status::ok;
    kept_text<longest_target> target_;
    kept_text<64> trace_;
    std::array<char, longest_method + 1 + longest_target> words_;
};

} // namespace vesta::rest
