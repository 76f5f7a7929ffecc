#pragma once

#include "ending/stop_signal.hpp"

#include <vesta/id/id.hpp>

#include <chrono>
#include <span>
#include <string>

namespace vesta::cli {

/// IDs on standard output, one a line; on long runs, the progress on standard error if that is a terminal.
class id_output {
  public:
    id_output(std::uint64_t total, const stop_signal& stop);
    ~id_output();
    id_output(const id_output&) = delete;
    id_output& operator=(const id_output&) = delete;

    /// Writes all of @p ids. False once no more are wanted: the reader has gone, or a signal came.
    ///
    /// Errors: throws std::system_error.
    bool write(std::span<const id> ids);

  private:
    void show_progress();

    const std::uint64_t total_;
    const stop_signal& stop_;
    const bool with_progress_;
    const std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point shown_ = started_;
    std::uint64_t written_ = 0;
    bool line_open_ = false;
    std::string text_;
};

} // namespace vesta::cli
