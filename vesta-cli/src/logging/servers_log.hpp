#pragma once

#include <spdlog/spdlog.h>

#include <memory>

namespace vesta::cli {

/// The name by which spdlog knows the logger for lines from threads that serve or renew (`program_log`).
inline constexpr const char* servers_log_name = "servers";

/// The logger for lines from threads that may not wait for a disk; the program's where there is none.
inline std::shared_ptr<spdlog::logger> servers_log() {
    auto found = spdlog::get(servers_log_name);
    return found ? found : spdlog::default_logger();
}

} // namespace vesta::cli
