#include "request_parser.hpp"

#include "authority.hpp"
#include "text.hpp"

#include <boost/beast/http/error.hpp>

#include <algorithm>

namespace vesta::rest::http {
namespace {

using boost::beast::http::error;
using boost::beast::http::field;

constexpr std::size_t most_extension_bytes = 1024; // of all chunks together; clients send none in practice

constexpr std::size_t shortest_last_chunk = 5; // 0 CR LF CR LF
constexpr std::string_view too_long_target = "the request line does not fit the header limit";
constexpr std::string_view too_long_header = "the request line and header fields together exceed the header limit";

std::string_view view(boost::beast::string_view text) noexcept {
    return {text.data(), text.size()};
}

/// The error that Beast found, in words.
rejection explain(const boost::beast::error_code& ec) noexcept {
    if (ec.category() != make_error_code(error::bad_value).category())
        return {status::bad_request, "the request cannot be read as HTTP/1.1"};
    switch (static_cast<error>(ec.value())) {
    case error::body_limit:
        return {status::payload_too_large, "the body exceeds the body limit"};
    case error::bad_method:
        return {status::bad_request, "the method is not a token followed by one space"};
    case error::bad_target:
        return {status::bad_request, "the request target is empty or has characters that must be percent-encoded"};
    case error::bad_version:
        return {status::bad_request, "the request line does not end in HTTP/1.1 and CR LF"};
    case error::bad_field:
        return {status::bad_request, "a header field name is not a token directly followed by a colon"};
    case error::bad_value:
        return {status::bad_request, "a header field value has a control character, or is malformed"};
    case error::bad_line_ending:
        return {status::bad_request, "a line does not end in CR LF"};
    case error::bad_content_length:
    case error::multiple_content_length:
        return {status::bad_request, "Content-Length is not one decimal number, or comes with Transfer-Encoding"};
    case error::bad_transfer_encoding:
        return {status::bad_request, "Transfer-Encoding is repeated, or comes with Content-Length"};
    case error::bad_chunk:
    case error::bad_chunk_extension:
        return {status::bad_request, "a chunk is malformed"};
    default:
        return {status::bad_request, "the request cannot be read as HTTP/1.1"};
    }
}

/// Whether the request line is right except for its version.
bool names_another_version(std::string_view line) noexcept {
    cut(line, ' ');
    cut(line, ' ');
    const bool is_version = line.size() >= 8 && line.starts_with("HTTP/") && is_digit(line[5]) && line[6] == '.' &&
                            is_digit(line[7]) && !line.starts_with("HTTP/1.1") && !line.starts_with("HTTP/1.0");
    if (!is_version) return false;
    const std::string_view end = line.substr(8, 2);
    return std::string_view{"\r\n"}.starts_with(end);
}

} // namespace

request_parser::request_parser(const parse_limits& limits) : limits_{limits} {
    header_limit(limits.header_bytes);
    body_limit(limits.body_bytes);
    eager(false);
}

request_parser::progress request_parser::put(std::string_view request) {
    request_ = request;
    while (consumed_ < request.size()) {
        const bool had_head = is_header_done();
        // The rest of a chunked body has at least this length, and Beast asserts that it arrives in one piece.
        if (had_head && chunked() && request.size() - consumed_ < shortest_last_chunk) return wait_for_more();
        error_code ec;
        consumed_ += basic_parser::put({request.data() + consumed_, request.size() - consumed_}, ec);
        if (ec == error::need_more) return wait_for_more();
        if (ec) return refuse(ec);
        if (!had_head) {
            head_size_ = consumed_;
            if (head_size_ > limits_.header_bytes) return refuse_size();
        }
        if (is_done()) return progress::done;
        if (!had_head) return progress::head;
    }
    return progress::more;
}

std::size_t request_parser::forget_body() noexcept {
    if (head_size_ == 0) return 0; // it has not begun
    const std::size_t read = consumed_ - head_size_;
    consumed_ = head_size_;
    return read;
}

request_parser::progress request_parser::wait_for_more() noexcept {
    if (head_size_ != 0) {
        if (request_.size() - consumed_ < limits_.header_bytes) return progress::more;
        return refuse(status::bad_request, "a chunk's header or the trailer exceeds the header limit");
    }
    if (request_.size() >= limits_.header_bytes) return refuse_size();
    // Beast looks at an incomplete head once, and again only when it is complete; with bare LFs it never would be.
    for (auto at = request_.find('\n', looked_at_); at != std::string_view::npos; at = request_.find('\n', at + 1))
        if (at == 0 || request_[at - 1] != '\r') return refuse(status::bad_request, "a line ends in LF without CR");
    looked_at_ = request_.size();
    return progress::more;
}

request_parser::progress request_parser::refuse_size() noexcept {
    const bool has_line = request_.substr(0, limits_.header_bytes).find("\r\n") != std::string_view::npos;
    return has_line ? refuse(status::request_header_fields_too_large, too_long_header)
                    : refuse(status::uri_too_long, too_long_target);
}

request_parser::progress request_parser::refuse(status code, std::string_view detail) noexcept {
    why_ = {code, detail};
    return progress::refused;
}

request_parser::progress request_parser::refuse(const error_code& ec) noexcept {
    if (!why_.detail.empty()) return progress::refused; // set by a callback
    why_ = explain(ec);
    if (ec == error::header_limit) return refuse_size();
    if (ec == error::bad_version && names_another_version(request_))
        return refuse(status::http_version_not_supported, "this server speaks HTTP/1.1 and HTTP/1.0");
    return progress::refused;
}

void request_parser::refuse(error_code& ec, status code, std::string_view detail) noexcept {
    why_ = {code, detail};
    ec = error::bad_value;
}

request_head::slice request_parser::slice_of(std::string_view part) const noexcept {
    return {static_cast<std::uint32_t>(part.data() - request_.data()), static_cast<std::uint32_t>(part.size())};
}

void request_parser::on_request_impl(method verb, text, text target, int version, error_code&) {
    head_.verb = verb;
    head_.http_1_1 = version == 11;
    head_.target = slice_of(view(target));
}

void request_parser::on_response_impl(int, text, int, error_code&) {}

/// Beast joins folded lines (obs-fold). Servers read them differently, so they are refused.
bool request_parser::is_folded(text name, text value) const noexcept {
    const char* const colon = name.data() + name.size();
    const bool in_place = value.data() > colon && value.data() <= request_.data() + request_.size();
    return !in_place || std::find(colon, value.data(), '\r') != value.data();
}

void request_parser::on_field_impl(field field, text name, text value, error_code& ec) {
    if (++fields_ > limits_.header_fields)
        return refuse(ec, status::request_header_fields_too_large, "there are more header fields than the limit");
    if (is_folded(name, value)) return refuse(ec, status::bad_request, "a header field is folded over several lines");
    if (head_size_ != 0) return; // in a trailer they have no meaning
    field == field::unknown ? on_other_field(view(name), view(value), ec) : on_known_field(field, view(value), ec);
}

void request_parser::on_other_field(std::string_view name, std::string_view value, error_code& ec) {
    if (same_word(name, "idempotency-key")) {
        if (head_.idempotency_key) return refuse(ec, status::bad_request, "Idempotency-Key is given more than once");
        head_.idempotency_key = slice_of(value);
    }
    if (same_word(name, "traceparent")) head_.traceparent = head_.traceparent ? request_head::slice{} : slice_of(value);
}

void request_parser::on_known_field(field field, std::string_view value, error_code& ec) {
    switch (field) {
    case field::host:
        ++hosts_;
        head_.host = slice_of(value);
        if (!is_host(value)) refuse(ec, status::bad_request, "the Host field is not a host and an optional port");
        return;
    case field::accept:
        head_.accepts.add(value);
        return;
    case field::content_type:
        head_.content_type = slice_of(value);
        return;
    case field::authorization:
        if (head_.authorization) return refuse(ec, status::bad_request, "Authorization is given more than once");
        head_.authorization = slice_of(value);
        return;
    case field::if_none_match:
        head_.if_none_match = slice_of(value);
        return;
    case field::origin:
        head_.origin = slice_of(value);
        return;
    case field::sec_fetch_site:
        head_.cross_site = same_word(value, "cross-site");
        return;
    case field::content_length:
        if (++lengths_ > 1 || !std::ranges::all_of(value, vesta::is_digit))
            refuse(ec, status::bad_request, "Content-Length is given more than once");
        return;
    case field::transfer_encoding:
        if (!head_.http_1_1) return refuse(ec, status::bad_request, "HTTP/1.0 has no Transfer-Encoding");
        if (!same_word(value, "chunked"))
            refuse(ec, status::not_implemented, "the only Transfer-Encoding understood is chunked, once");
        return;
    case field::expect:
        if (!same_word(value, "100-continue"))
            return refuse(ec, status::expectation_failed, "the only expectation understood is 100-continue");
        head_.expects_continue = head_.http_1_1;
        return;
    default:
        return;
    }
}

void request_parser::on_header_impl(error_code& ec) {
    if (hosts_ > 1 || (hosts_ == 0 && head_.http_1_1))
        refuse(ec, status::bad_request, "HTTP/1.1 needs exactly one Host field");
}

void request_parser::on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) {}

std::size_t request_parser::on_body_impl(text part, error_code&) {
    body_.append(part.data(), part.size());
    return part.size();
}

void request_parser::on_chunk_header_impl(std::uint64_t, text extensions, error_code& ec) {
    extension_bytes_ += extensions.size();
    if (extension_bytes_ > most_extension_bytes) refuse(ec, status::bad_request, "the chunk extensions are too long");
}

std::size_t request_parser::on_chunk_body_impl(std::uint64_t, text part, error_code&) {
    body_.append(part.data(), part.size());
    return part.size();
}

void request_parser::on_finish_impl(error_code&) {}

} // namespace vesta::rest::http
