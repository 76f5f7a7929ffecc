#pragma once

#include <vesta/base/log.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::cli {

/// The state that something is in, as it was seen at one moment.
struct condition {
    std::string subject; ///< generator default, memory, ... ; one that was not seen before was as it should be.
    std::string state;   ///< ready, away, ...: the same word for the same state.
    bool is_usual = true;
    severity how_bad = severity::info;
    std::string message; ///< The line that describes the state. Its details may differ from one look to the next.
    std::string event;   ///< For programs: ready, not-ready, ...
    std::string generator{};
};

/// Compares the conditions of one look with those of the look before, and tells the differences: each change once. What
/// changes too often is told now and then, with the number of changes.
///
/// Thread-safety: none.
class change_log {
  public:
    using clock = std::chrono::steady_clock;
    using listener = std::function<void(const condition&)>;

    /// Changes of one subject that are told in a minute; then the minute's end tells how many there were.
    static constexpr unsigned most_in_a_minute = 6;

    /// @p tell gets what changed since the look before.
    void look(const std::vector<condition>& now, clock::time_point at, const listener& tell);

  private:
    struct history {
        std::string told;        // the state, as it was told last
        std::string seen;        // and as it was seen last
        clock::time_point since; // the present minute
        unsigned changes = 0;    // in it
    };

    static void compare(history& with, condition now, clock::time_point at, const listener& tell);

    std::map<std::string, history, std::less<>> all_;
};

} // namespace vesta::cli
