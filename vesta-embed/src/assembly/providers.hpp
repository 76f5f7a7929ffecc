#pragma once

#include <vesta/base/log.hpp>
#include <vesta/embed/settings.hpp>
#include <vesta/machine/lease.hpp>
#include <vesta/time/clock.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace vesta::embed {

/// The environment of providers. Every function may be called from any thread.
struct provider_context {
    const wall_clock* clock = &system_wall_clock(); ///< The plausible time; outlives the provider.
    std::function<void(unix_ms)> hear{};            ///< Receives a shared store's time of day; must not block.
    /// Receives the time of day that an earlier process of this boot believed, and when.
    std::function<void(unix_ms, boot_clock::time_point)> recall{};
    log_sink log{};
    std::string only{}; ///< The one generator to open; empty: all.
};

/// The machine-ID provider that the settings ask for.
///
/// Errors: `invalid_settings`, naming the key to set.
result<std::unique_ptr<machine_id_provider>> make_provider(const settings& from, const provider_context& context);

/// The machine ID of the host called @p host_name: its ordinal and the offset.
///
/// Errors: `invalid_settings` for a name without an ordinal, or with one beyond the range.
result<machine_id> machine_of(std::string_view host_name, const ordinal_settings& by);

/// Checks that the machine IDs listed in the settings suit @p request. Asks neither this host nor a store, so that
/// settings can be checked elsewhere.
///
/// Errors: `invalid_settings`.
result<void> check_listed_ids(const settings& from, const lease_request& request);

/// The machine IDs listed in the settings; empty if they come from elsewhere.
std::vector<machine_id> listed_machines(const settings& from);

} // namespace vesta::embed
