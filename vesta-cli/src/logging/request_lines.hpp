#pragma once

#include "line_format.hpp"
#include "line_pace.hpp"

#include <vesta/net/request_log.hpp>

#include <atomic>
#include <memory>

namespace vesta::cli {

/// Writes lines of requests: each to the access log, if there is one; slow and failed ones to the program's log, a few
/// in a second.
///
/// Lifetime: loggers given to it outlive it; none of them blocks.
class request_lines final : public net::request_log {
  public:
    explicit request_lines(spdlog::logger& program) noexcept : program_{program} {}

    /// From now on. @p access is null where there is no access log.
    void follow(const embed::log_settings& by, spdlog::logger* access) noexcept;
    /// Says how many lines of slow and failed requests were suppressed since the last report, if any.
    void tell_held_back();

    void answered(const net::answered_request& what) noexcept override;
    void slow(const net::answered_request& what) noexcept override;
    void failed(const net::answered_request& what) noexcept override;

  private:
    void write(spdlog::logger& to, severity how_bad, const char* event, const net::answered_request& what) noexcept;
    void write_some(line_pace& at, severity how_bad, const char* event, const net::answered_request& what) noexcept;

    spdlog::logger& program_;
    std::atomic<spdlog::logger*> access_{nullptr};
    std::atomic<bool> json_{false};
    line_pace slow_ones_;
    line_pace failed_ones_;
};

} // namespace vesta::cli
