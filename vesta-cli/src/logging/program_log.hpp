#pragma once

#include "log_file.hpp"
#include "request_lines.hpp"

#include <vesta/base/figures.hpp>
#include <vesta/embed/settings.hpp>

#include <spdlog/async_logger.h>
#include <spdlog/details/thread_pool.h>

#include <cstdint>
#include <memory>
#include <mutex>

namespace vesta::cli {

/// The logs of `vesta serve`: spdlog's default logger for the program's, and the access log. Each has a queue and a
/// thread that writes, so that nobody else waits for a disk. One at a time.
///
/// Thread-safety: safe, except for `take` and `open_again`, which belong to the thread that made it.
class program_log {
  public:
    /// Errors: `invalid_settings` for a file that cannot be written. Throws `failure` where the system lacks
    /// descriptors.
    static result<std::unique_ptr<program_log>> start(const embed::log_settings& by);
    program_log(const program_log&) = delete;
    program_log& operator=(const program_log&) = delete;
    /// As `end`. Servers that use it have ended.
    ~program_log();
    /// Writes what waits, within a second: lines for a disk that hangs are lost. Nothing is logged from then on.
    void end() noexcept;

    /// Files that were opened, and are not used yet.
    struct opened {
        descriptor program;
        descriptor access;                                          ///< None if there is no access log,
        std::shared_ptr<spdlog::details::thread_pool> access_lines; ///< and neither is a queue for it.
    };
    /// Opens the files that @p by names. Errors: as `start`.
    static result<opened> open(const embed::log_settings& by);
    /// Uses @p files from now on, and all else that @p by says.
    void take(const embed::log_settings& by, const opened& files);

    /// Opens its files by their names again, as after they were moved away: all of them, or none.
    result<void> open_again();

    net::request_log& requests() noexcept { return requests_; }
    /// Says how many lines were held back.
    void tell_held_back() { requests_.tell_held_back(); }

    /// Lines that waited too long: of the program's log, and of the access log.
    std::uint64_t lines_dropped() const { return lines_->overrun_counter(); }
    std::uint64_t access_lines_dropped() const;
    /// Lines that could not be written.
    std::uint64_t lines_lost() const noexcept;
    /// Both, for metrics.
    figures counted() const;

  private:
    program_log();

    const std::shared_ptr<log_file> file_ = std::make_shared<log_file>();
    const std::shared_ptr<log_file> access_file_ = std::make_shared<log_file>();
    std::shared_ptr<spdlog::details::thread_pool> lines_;
    const std::shared_ptr<spdlog::async_logger> program_;
    request_lines requests_{*program_};
    mutable std::mutex guard_;                                   // of what follows
    std::shared_ptr<spdlog::details::thread_pool> access_lines_; // made with the first access log
    std::shared_ptr<spdlog::async_logger> access_;
    embed::log_settings by_;
};

} // namespace vesta::cli
