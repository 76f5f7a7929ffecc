#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <utility>

namespace vesta {

/// Where a calendar day begins. A port: `vesta/tzdb/time_zones.hpp` reads the system's database by name.
///
/// Thread-safety: implementations are safe.
class time_zone {
  public:
    explicit time_zone(std::string name) : name_{std::move(name)} {}
    time_zone(const time_zone&) = delete;
    time_zone& operator=(const time_zone&) = delete;
    virtual ~time_zone() = default;

    /// As the IANA database has it: Europe/Berlin.
    const std::string& name() const noexcept { return name_; }

    /// By how much its clocks are ahead of UTC at @p at, summer time included. Less than two days.
    virtual std::chrono::seconds ahead_at(std::chrono::sys_seconds at) const = 0;

  private:
    const std::string name_;
};

/// The zone UTC.
std::shared_ptr<const time_zone> utc_zone();

} // namespace vesta
