#pragma once

#include "accept.hpp"
#include "method.hpp"
#include "rejection.hpp"

#include <boost/beast/http/basic_parser.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vesta::rest::http {

/// The limits of one request.
struct parse_limits {
    std::uint32_t header_bytes = 16 * 1024; ///< Request line and fields together.
    std::uint32_t header_fields = 100;
    std::uint64_t body_bytes = 64 * 1024;
};

/// The head of a request. Pieces of text are positions from the request's first byte, so that they hold when the buffer
/// moves.
struct request_head {
    struct slice {
        std::uint32_t offset = 0;
        std::uint32_t length = 0;
    };

    method verb = method::unknown;
    bool http_1_1 = true;
    bool expects_continue = false;
    slice target;
    std::optional<slice> content_type;
    std::optional<slice> authorization;
    std::optional<slice> if_none_match;
    std::optional<slice> idempotency_key; ///< draft-ietf-httpapi-idempotency-key-header
    std::optional<slice> host;
    std::optional<slice> origin;
    std::optional<slice> traceparent; ///< Empty if it came more than once: it is then to be ignored.
    bool cross_site = false;          ///< Sec-Fetch-Site: cross-site
    accept_set accepts;
};

/// Reads one request: Beast's parser, and refusals of requests that Beast accepts but two servers might read
/// differently. Does no I/O. Each request needs another parser.
class request_parser final : private boost::beast::http::basic_parser<true> {
  public:
    enum class progress : std::uint8_t {
        more,    ///< All input is used, and the request goes on.
        head,    ///< The head is complete, and a body follows. Returned once.
        done,    ///< The request is complete; `consumed()` says where it ended.
        refused, ///< See `why()`. The position of the next request is unknown.
    };

    explicit request_parser(const parse_limits& limits);

    /// Goes on reading. @p request begins with the request's first byte, without the body bytes already forgotten.
    progress put(std::string_view request);

    /// Bytes of the request read so far.
    std::size_t consumed() const noexcept { return consumed_; }
    /// Removes the body bytes behind the head from the count; returns how many the caller may drop from the buffer.
    std::size_t forget_body() noexcept;

    const rejection& why() const noexcept { return why_; }
    const request_head& head() const noexcept { return head_; }
    std::string_view body() const noexcept { return body_; }

    /// Whether the client wants to send another request on this connection. Call it only after the head.
    bool keep_alive() const { return basic_parser::keep_alive(); }

  private:
    using error_code = boost::beast::error_code;
    using text = boost::beast::string_view;

    void on_request_impl(method verb, text name, text target, int version, error_code& ec) override;
    void on_response_impl(int code, text reason, int version, error_code& ec) override;
    void on_field_impl(boost::beast::http::field field, text name, text value, error_code& ec) override;
    void on_header_impl(error_code& ec) override;
    void on_body_init_impl(const boost::optional<std::uint64_t>& length, error_code& ec) override;
    std::size_t on_body_impl(text part, error_code& ec) override;
    void on_chunk_header_impl(std::uint64_t size, text extensions, error_code& ec) override;
    std::size_t on_chunk_body_impl(std::uint64_t left, text part, error_code& ec) override;
    void on_finish_impl(error_code& ec) override;

    void on_other_field(std::string_view name, std::string_view value, error_code& ec);
    void on_known_field(boost::beast::http::field field, std::string_view value, error_code& ec);
    bool is_folded(text name, text value) const noexcept;
    request_head::slice slice_of(std::string_view part) const noexcept;
    void refuse(error_code& ec, status code, std::string_view detail) noexcept;
    progress refuse(const error_code& ec) noexcept;
    progress refuse(status code, std::string_view detail) noexcept;
    progress refuse_size() noexcept;
    progress wait_for_more() noexcept;

    const parse_limits& limits_;
    std::string_view request_;
    std::size_t consumed_ = 0;
    std::size_t head_size_ = 0;
    std::size_t looked_at_ = 0;
    std::uint32_t fields_ = 0;
    std::uint32_t hosts_ = 0;
    std::uint32_t lengths_ = 0;
    std::size_t extension_bytes_ = 0;
    request_head head_;
    rejection why_;
    std::string body_;
};

} // namespace vesta::rest::http
