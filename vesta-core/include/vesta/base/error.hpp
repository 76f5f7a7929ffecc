#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace vesta {

/// Why an operation was refused.
///
/// Each server maps every code to its own protocol in one exhaustive switch.
enum class errc {
    invalid_argument,  ///< The caller's input is malformed, or a field is out of its range.
    invalid_settings,  ///< The settings cannot be used as they are.
    not_found,         ///< No generator, tag, application or shard of that name.
    clock_behind,      ///< The wall clock is further behind own time than a caller may wait.
    not_ready,         ///< No reservation covers the next ID right now; a later attempt can succeed.
    exhausted,         ///< The layout's last instant or a tag's limit is reached; a later attempt fails too.
    state_unusable,    ///< A state file or row is corrupt, foreign, unreadable or unwritable.
    in_use,            ///< Another live owner holds the machine ID or the state.
    lease_lost,        ///< Another owner has taken the machine ID.
    store_unavailable, ///< A store did not answer in time, or refused the connection.
    closed,            ///< The generator is closed.
    forked,            ///< This process is a fork; the reservation stayed with its parent.
    not_authenticated, ///< A server asks who is calling: a token, a password or a certificate is missing or wrong.
    not_permitted,     ///< The caller's rights do not include this.
    over_quota,        ///< The caller's quota is used up; a later attempt can succeed.
    internal,          ///< A defect in this library.
};

/// The stable name of @p code: lower case with hyphens, as in logs, metrics and problem documents.
std::string_view name(errc code) noexcept;

/// What went wrong, for a program (`code`, `retry_after`) and for a person (`message`).
struct error {
    errc code = errc::internal;
    /// One line: what was wrong, where, and what would be right. Holds no secrets.
    std::string message;
    /// When another attempt may succeed. Absent if none will, or if the time is unknown.
    std::optional<std::chrono::milliseconds> retry_after{};
};

} // namespace vesta
