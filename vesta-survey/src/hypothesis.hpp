#pragma once

#include <vesta/survey/adoption.hpp>

#include <map>
#include <set>

namespace vesta::survey {

/// How far the clocks of hosts may be apart.
inline constexpr std::chrono::minutes clock_difference{1};

/// Whether @p of names @p machine.
bool is_named(const fleet& of, std::uint32_t machine);

/// How far a creation time may be from the time in the ID: the row may have been written before or after.
inline constexpr std::chrono::minutes near{1};

/// What one type of a scheme could have made.
struct explained_type {
    std::set<std::uint64_t> versions{};
    std::map<std::chrono::sys_days, std::uint64_t> ids{}; ///< Their number by the day in them.
};

/// That one scheme made all of the IDs; or what contradicts it.
struct hypothesis {
    const scheme* of;
    bool fits = true;
    std::string objection{}; ///< Why it does not: of the first ID that it did not make.
    unix_ms oldest = unix_ms::max(), newest = unix_ms::min();
    const layout* newest_type = nullptr;
    std::uint64_t last_tick = 0; ///< Of the newest.
    std::map<const layout*, explained_type> types{};
    std::set<std::uint32_t> machines{};
    bool more_machines = false;
    std::optional<std::uint32_t> stray{}; ///< A machine ID that is not among those named.

    /// Takes what @p value tells. IDs of times that have not come to @p by, or not near @p made, contradict it.
    void take(place at, id value, std::optional<unix_ms> made, const fleet& by);

  private:
    void object(place at, id value, const std::string& why);
    void explain(const layout& by, const fields& parts, unix_ms then, const fleet& whose);
};

/// The places and widths of the fields of one type, whose epoch is not known.
struct shape {
    const layout* of;
    bool fits = true;
    std::uint64_t last_tick = 0;
    /// The epochs that the creation times ask for, the least and the greatest.
    std::chrono::milliseconds least = std::chrono::milliseconds::max(), greatest = std::chrono::milliseconds::min();
    std::set<std::uint32_t> machines{};
    bool more_machines = false;
    std::set<std::uint64_t> versions{};

    void take(id value, std::optional<unix_ms> made);
};

/// A layout as Snowflake's: its time counts at most 10 ms and lies above sequence and machine ID, so that its numbers
/// grow with time, whatever makes them and whatever its epoch.
bool grows_as_snowflakes(const layout& of);

} // namespace vesta::survey
