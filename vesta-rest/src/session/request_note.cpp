#include "session/request_note.hpp"

#include "http/trace_parent.hpp"

#include <algorithm>

namespace vesta::rest {
namespace {

/// 200, 404, ... as text.
std::string_view text_of(http::status code) noexcept {
    static const auto texts = [] {
        std::array<std::array<char, 3>, http::statuses.size()> all{};
        for (const http::status each : http::statuses) {
            const unsigned value = http::number(each);
            all[http::index_of(each)] = {static_cast<char>('0' + value / 100), static_cast<char>('0' + value / 10 % 10),
                                         static_cast<char>('0' + value % 10)};
        }
        return all;
    }();
    const auto& text = texts[http::index_of(code)];
    return {text.data(), text.size()};
}

} // namespace

void request_note::append(std::string_view text) noexcept {
    const auto fits = std::min(text.size(), words_.size() - size_);
    std::copy_n(text.data(), fits, words_.data() + size_);
    size_ += fits;
}

void request_note::write(http::method verb, std::string_view path, std::string_view traceparent,
                         http::status code) noexcept {
    size_ = 0;
    append(http::name(verb));
    append(" ");
    append(path);
    trace_size_ = std::min(traceparent.size(), trace_.size());
    std::copy_n(traceparent.data(), trace_size_, trace_.data());
    code_ = code;
}

net::answered_request request_note::of(const access::visitor& by, std::chrono::nanoseconds took) const noexcept {
    return {.protocol = "REST",
            .address = by.address(),
            .principal = by.who().name(),
            .what = {words_.data(), size_},
            .result = text_of(code_),
            .trace = http::trace_id_of({trace_.data(), trace_size_}),
            .took = took};
}

} // namespace vesta::rest
