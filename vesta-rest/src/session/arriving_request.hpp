#pragma once

#include "api/dispatch.hpp"
#include "http/input_buffer.hpp"
#include "http/request_parser.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace vesta::rest {

/// A connection's input: the request at its front, as far as it has arrived, and what came behind that.
///
/// Thread-safety: none; use from one thread at a time.
class arriving_request {
  public:
    std::span<char> room(std::size_t most) { return input_.room(most); }
    void received(std::size_t count) noexcept { input_.received(count); }

    /// Makes a parser for the request at the front of the input, within @p limits. False if there is none. Skips one
    /// empty line before a request (RFC 9112, 2.2).
    bool begin(const http::parse_limits& limits) {
        if (!skipped_line_ && input_.view().starts_with("\r\n")) {
            input_.drop(2);
            skipped_line_ = true;
        }
        if (input_.empty() || (!skipped_line_ && input_.view() == "\r")) return false;
        skipped_line_ = false;
        parser_.emplace(limits);
        return true;
    }
    /// Whether a request has begun to arrive. What follows is for one that has.
    bool has_begun() const noexcept { return parser_.has_value(); }
    /// Parses what has arrived of it.
    http::request_parser::progress parse() { return parser_->put(input_.view()); }
    /// Why it was refused.
    const http::rejection& why() const noexcept { return parser_->why(); }
    /// Body bytes that the parser has taken make room for others.
    void make_room() {
        const std::size_t taken = parser_->forget_body();
        if (taken != 0) input_.drop_behind(parser_->consumed(), taken);
    }
    /// The request was answered.
    void end() {
        input_.drop(parser_->consumed());
        parser_.reset();
    }

    const http::request_head& head() const noexcept { return parser_->head(); }
    bool is_head() const noexcept { return head().verb == http::method::head; }
    bool keep_alive() const { return parser_->keep_alive(); }
    /// Whether bytes have come behind what is parsed.
    bool goes_on() const noexcept { return input_.view().size() > parser_->consumed(); }
    std::string_view text(const http::request_head::slice& of) const noexcept {
        return input_.view().substr(of.offset, of.length);
    }
    /// The target's path, as it came.
    std::string_view path() const noexcept {
        const std::string_view target = text(head().target);
        return target.substr(0, target.find('?'));
    }
    /// Valid until more is received.
    incoming request() const noexcept {
        incoming made{.head = head(),
                      .target = text(head().target),
                      .content_type = {},
                      .if_none_match = {},
                      .idempotency_key = {},
                      .body = parser_->body()};
        if (head().content_type) made.content_type = text(*head().content_type);
        if (head().idempotency_key) made.idempotency_key = text(*head().idempotency_key);
        if (head().if_none_match) made.if_none_match = text(*head().if_none_match);
        return made;
    }

    std::size_t memory() const noexcept { return input_.capacity() + (parser_ ? parser_->body().size() : 0); }

  private:
    http::input_buffer input_;
    std::optional<http::request_parser> parser_;
    bool skipped_line_ = false;
};

} // namespace vesta::rest
