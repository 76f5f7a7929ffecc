#include "request_lines.hpp"

#include <vesta/base/background.hpp>

#include <algorithm>
#include <string>

namespace vesta::cli {
namespace {

std::uint64_t microseconds(const net::answered_request& of) {
    return static_cast<std::uint64_t>(std::chrono::floor<std::chrono::microseconds>(of.took).count());
}

/// For people. Paths and names are put in quotes that nothing in them ends.
std::string as_text(const char* event, const net::answered_request& of) {
    std::string text = event;
    const auto add = [&](std::string_view name, std::string value, bool quoted = false) {
        if (value.empty()) return;
        std::ranges::replace(value, '"', '\'');
        text.append(" ").append(name).append(quoted ? "=\"" : "=").append(value).append(quoted ? "\"" : "");
    };
    add("protocol", std::string{of.protocol});
    add("address", std::string{of.address});
    add("principal", std::string{of.principal}, true);
    add("request", std::string{of.what}, true);
    add("generator", std::string{of.generator});
    add("result", std::string{of.result});
    add("times", std::to_string(of.times));
    add("bytes", std::to_string(of.bytes));
    add("us", std::to_string(microseconds(of)));
    add("trace", std::string{of.trace});
    return text;
}

log_line as_json(const char* event, const net::answered_request& of) {
    return log_line{std::string{of.what}}
        .with("event", event)
        .with("protocol", of.protocol)
        .with("address", of.address)
        .with("principal", of.principal)
        .with("generator", of.generator)
        .with("result", of.result)
        .with("times", of.times)
        .with("bytes", of.bytes)
        .with("us", microseconds(of))
        .with("trace", of.trace);
}

} // namespace

void request_lines::follow(const embed::log_settings& by, spdlog::logger* access) noexcept {
    json_.store(by.format == embed::log_format::json, std::memory_order_relaxed);
    if (access != nullptr) access_.store(access, std::memory_order_release);
    want_all(access != nullptr);
    want_slow(by.slow);
}

void request_lines::write(spdlog::logger& to, severity how_bad, const char* event,
                          const net::answered_request& what) noexcept {
    static_cast<void>(attempt([&] { // without memory for a line, serving goes on
        const bool json = json_.load(std::memory_order_relaxed);
        (json ? as_json(event, what) : log_line{as_text(event, what)}).write(to, how_bad);
    }));
}

void request_lines::write_some(line_pace& at, severity how_bad, const char* event,
                               const net::answered_request& what) noexcept {
    if (at.admits(line_pace::clock::now())) write(program_, how_bad, event, what);
}

void request_lines::answered(const net::answered_request& what) noexcept {
    if (spdlog::logger* const to = access_.load(std::memory_order_acquire)) write(*to, severity::info, "request", what);
}

void request_lines::slow(const net::answered_request& what) noexcept {
    write_some(slow_ones_, severity::warning, "slow-request", what);
}

void request_lines::failed(const net::answered_request& what) noexcept {
    write_some(failed_ones_, severity::error, "failed-request", what);
}

void request_lines::tell_held_back() {
    const auto now = line_pace::clock::now();
    const auto tell = [&](line_pace& of, const std::string& sort) {
        if (const auto more = of.take_held_back(now))
            log_line{std::to_string(more) + " more " + sort + " requests were not logged"}
                .with("event", sort + "-requests")
                .with("count", more)
                .write(program_, severity::warning);
    };
    tell(slow_ones_, "slow");
    tell(failed_ones_, "failed");
}

} // namespace vesta::cli
