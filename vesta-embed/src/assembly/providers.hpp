#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/machine/lease.hpp>
#include <vesta/time/clock.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace vesta::embed {

/// What providers tell, and go by. All may be called from any thread.
struct provider_context {
    const wall_clock* clock = &system_wall_clock(); ///< As far as it is believed; outlives the provider.
    std::function<void(unix_ms)> hear{};            ///< Told a shared store's time of day; must not block.
    /// Told what time of day an earlier process of this boot believed it was, and when.
    std::function<void(unix_ms, boot_clock::time_point)> recall{};
    std::function<void(std::string_view)> log{}; ///< Told what an operator should know, one line at a time.
    std::string only{};                          ///< The one generator that is opened; empty: all are.
};

/// The machine-ID provider that the settings ask for. Errors: `invalid_settings`, naming the key to set.
result<std::unique_ptr<machine_id_provider>> make_provider(const settings& from, const provider_context& context);

/// Whether the machine IDs that the settings list suit @p request. Asks neither this host nor a store, so that settings
/// can be checked elsewhere. Error: `invalid_settings`.
result<void> check_listed_ids(const settings& from, const lease_request& request);

/// The machine IDs that the settings list; empty where they come from elsewhere, or are not given.
std::vector<machine_id> listed_machines(const settings& from);

} // namespace vesta::embed
