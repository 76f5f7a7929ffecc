#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace vesta {

/// Why an operation was refused. Every server maps each of these to its own protocol in one exhaustive switch.
enum class errc {
    invalid_argument,  ///< The caller's input is malformed, or a field is out of its range.
    invalid_settings,  ///< The settings cannot be used as they are.
    not_found,         ///< No generator, tag, application or shard of that name.
    clock_behind,      ///< The wall clock is behind own time by more than may be waited for.
    not_ready,         ///< No reservation covers the next ID at this moment; trying again later helps.
    exhausted,         ///< The layout's last instant, or a tag's limit, has been reached; trying again does not help.
    state_unusable,    ///< A state file or row is corrupt, foreign, or cannot be read or written.
    in_use,            ///< Another live owner holds the machine ID or the state.
    lease_lost,        ///< The machine ID has been given to another owner.
    store_unavailable, ///< A store did not answer in time, or refused the connection.
    closed,            ///< The generator was closed.
    forked,            ///< The process was forked; the reservation stayed with its parent.
    internal,          ///< A defect in this library.
};

/// The stable name of @p code, in lower case with hyphens, as used in logs, metrics and problem documents.
std::string_view name(errc code) noexcept;

/// What went wrong, for a program (`code`, `retry_after`) and for a person (`message`).
struct error {
    errc code = errc::internal;
    /// One line: what was wrong, where, and what would be right. Holds no secrets.
    std::string message;
    /// When trying again may help; absent where it does not, or where nobody knows.
    std::optional<std::chrono::milliseconds> retry_after{};
};

} // namespace vesta
