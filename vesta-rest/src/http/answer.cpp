#include "answer.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace vesta::rest::http {
namespace {

/// Copies pieces of text one after the other into room that is known to suffice.
class writer {
  public:
    explicit writer(char* to) noexcept : at_{to} {}

    writer& operator<<(std::string_view text) noexcept {
        at_ = std::copy(text.begin(), text.end(), at_);
        return *this;
    }
    writer& operator<<(std::uint64_t number) noexcept {
        at_ = std::to_chars(at_, at_ + 20, number).ptr;
        return *this;
    }
    const char* end() const noexcept { return at_; }

  private:
    char* at_;
};

constexpr std::size_t longest_head = 768; // all the fixed texts below together are shorter

// A browser is not to guess at a page's type, and it is nobody's frame. As a rule it has styles and runs no script.
constexpr std::string_view page_fields = "\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer"
                                         "\r\nContent-Security-Policy: default-src 'none'; base-uri 'none'; "
                                         "form-action 'none'; frame-ancestors 'none'; ";
constexpr std::string_view styles_only = "style-src 'unsafe-inline'";

} // namespace

void write_head(output_buffer& out, const answer_head& head, std::size_t length, persistence after,
                const date_field& date) {
    const std::string allow = head.allow.allow();
    const std::size_t room =
        longest_head + head.content_type.size() + allow.size() + head.etag.size() + head.policy.size();
    char* const begin = out.reserve(room);
    writer to{begin};
    to << "HTTP/1.1 " << number(head.code) << " " << phrase(head.code) << "\r\nDate: " << date.value();
    if (!head.content_type.empty()) to << "\r\nContent-Type: " << head.content_type;
    if (head.content_type.starts_with("text/html"))
        to << page_fields << (head.policy.empty() ? styles_only : head.policy);
    if (length != length_unknown) to << "\r\nContent-Length: " << length;
    if (head.cache == caching::no_store) to << "\r\nCache-Control: no-store";
    if (!head.etag.empty()) to << "\r\nETag: " << head.etag << "\r\nCache-Control: no-cache\r\nVary: Accept";
    if (!allow.empty()) to << "\r\nAllow: " << allow;
    if (head.retry_after) to << "\r\nRetry-After: " << static_cast<std::uint64_t>(head.retry_after->count());
    if (head.wants_token) to << "\r\nWWW-Authenticate: Bearer realm=\"vesta\"";
    if (after == persistence::close) to << "\r\nConnection: close";
    if (after == persistence::keep_1_0) to << "\r\nConnection: keep-alive";
    to << "\r\n\r\n";
    out.commit(static_cast<std::size_t>(to.end() - begin));
}

} // namespace vesta::rest::http
