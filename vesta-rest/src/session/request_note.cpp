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

std::string_view request_note::method_and_path() noexcept {
    const std::string_view target = target_.view();
    const auto to = std::ranges::copy(http::name(verb_), words_.begin()).out;
    *to = ' ';
    const auto end = std::ranges::copy(target.substr(0, target.find('?')), std::next(to)).out;
    return {words_.data(), static_cast<std::size_t>(end - words_.begin())};
}

net::answered_request request_note::of(const access::visitor& by, std::chrono::nanoseconds took) noexcept {
    return {.protocol = "REST",
            .address = by.address(),
            .principal = by.who().name(),
            .what = method_and_path(),
            .result = text_of(code_),
            .trace = http::trace_id_of(trace_.view()),
            .took = took};
}

} // namespace vesta::rest
