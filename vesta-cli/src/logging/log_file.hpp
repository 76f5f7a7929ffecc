#pragma once

#include "line_format.hpp"

#include <vesta/base/descriptor.hpp>
#include <vesta/base/result.hpp>

#include <spdlog/sinks/base_sink.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <mutex>

namespace vesta::cli {

/// Opens a file to append to, and makes it if need be, readable by its owner and group; standard error if @p path is
/// empty. Symbolic links are not followed.
///
/// Errors: `invalid_settings`, with the path and the reason.
result<descriptor> open_log(const std::filesystem::path& path);

/// A file as a sink of spdlog; each line is written by itself.
///
/// Thread-safety: safe.
class log_file final : public spdlog::sinks::base_sink<std::mutex> {
  public:
    /// Writes to standard error at first. Throws `failure` where the system has no descriptor left.
    log_file() : to_{open_log({}).value()} {}

    /// Writes to @p fresh from now on, in lines of @p format. Waits for no line that is being written.
    void replace(const descriptor& fresh, embed::log_format format) noexcept;

    /// Lines that could not be written, as to a full disk.
    std::uint64_t lost() const noexcept { return lost_.load(std::memory_order_relaxed); }

  private:
    void sink_it_(const spdlog::details::log_msg& line) override;
    void flush_() override {} // nothing is kept back

    line_format text_{embed::log_format::text};
    line_format json_{embed::log_format::json};
    std::atomic<bool> in_json_{false};
    const descriptor to_; // its number stays; another file takes its place
    std::atomic<std::uint64_t> lost_{0};
};

} // namespace vesta::cli
