#pragma once

#include "change_log.hpp"

#include <vesta/catalogue/status.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace vesta::cli {

/// Counts since the start that tell by growing that a limit was met.
struct limit_counts {
    std::uint64_t connections = 0;    ///< Refused since there were too many,
    std::uint64_t per_address = 0;    ///< or too many of one address.
    std::uint64_t memory = 0;         ///< Closed to free memory.
    std::uint64_t files = 0;          ///< Times that the system lacked a file or memory for a connection.
    std::uint64_t dropped_lines = 0;  ///< Lines that the program's log had no room for,
    std::uint64_t dropped_access = 0; ///< lines that the access log had no room for,
    std::uint64_t lost_lines = 0;     ///< and lines that could not be written.
};

/// What the statuses of generators say: whether they are ready, whether their stores answer, how many tags there are.
/// What generators log themselves, as a machine ID that was lost, is left out.
std::vector<condition> conditions_of(std::span<const generator_status> generators);

/// Tells from counts when a limit is met, and when that is over: after ten seconds in which its count stood still.
///
/// Thread-safety: none.
class limit_watch {
  public:
    using clock = change_log::clock;

    std::vector<condition> look(const limit_counts& now, clock::time_point at);

  private:
    struct one {
        std::optional<std::uint64_t> count{}; // none before the first look
        clock::time_point grew_at = clock::time_point::min();
    };
    static bool is_met(one& of, std::uint64_t now, clock::time_point at);

    one connections_, per_address_, memory_, files_, dropped_lines_, dropped_access_, lost_lines_;
};

} // namespace vesta::cli
