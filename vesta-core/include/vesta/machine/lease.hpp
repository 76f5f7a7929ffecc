#pragma once

#include <vesta/base/result.hpp>
#include <vesta/id/field.hpp>
#include <vesta/id/pattern.hpp>
#include <vesta/time/instant.hpp>

#include <memory>
#include <string>
#include <vector>

namespace vesta {

/// The durable high-water mark of one machine ID, held by one owner: the owner may put no tick into an ID that is not
/// below it, and whoever owns the machine ID next starts at it. A port (docs/state.md for the file; docs/operating.md
/// for the stores). Not safe for use from two threads at once; `reservation` sees to that. Destroying it ends the
/// ownership and leaves the mark as it is, as a crash would.
class high_water_mark {
  public:
    virtual ~high_water_mark() = default;

    /// The mark as it was found, or last written.
    virtual unix_ms value() const noexcept = 0;

    /// Moves the mark up to @p to. On success it is durable: it survives a crash of this process, and of the store as
    /// far as the store promises. On an error nobody knows which of the two values is stored, and that of `value()`
    /// counts here: the old one, or one on the way to @p to that is durable. Errors: `lease_lost` when somebody else
    /// owns the machine ID now (final), `store_unavailable`, `state_unusable`.
    virtual result<void> advance(unix_ms to) = 0;

    /// Gives back what was not used: sets the mark to @p used, which may be lower, and ends the ownership. The same
    /// errors.
    virtual result<void> release(unix_ms used) = 0;
};

/// A machine ID and the exclusive right to generate with it.
struct machine_lease {
    machine_id id;
    std::unique_ptr<high_water_mark> mark;
};

/// Who asks for machine IDs, and what for.
struct lease_request {
    /// Who this is in a shared store.
    std::string instance;
    /// The generation methods that will be put into IDs. A local store keeps them apart, so that an embedded generator
    /// and a server can share a machine ID on one host.
    std::vector<gen_method> methods{};
    /// The ways of publishing they are asked for, whether or not their layouts have a place for it.
    std::vector<gen_method> published{};
    /// Whether some layout has no genMethod field; such IDs need the machine ID for themselves.
    bool without_method = false;
    /// The largest machine ID that fits every layout that will be used.
    std::uint32_t max_id = 1023;
    /// Everything that will be made with each of the machine IDs; see `start_for` and `record_use`.
    std::vector<id_pattern> patterns{};
    /// Where IDs start for which the store has no mark: above all that another program, which left none, may have made
    /// with the machine ID up to now. The unix epoch: nobody can have had it.
    unix_ms fresh_from{};
};

/// Where machine IDs come from. A port; each implementation passes tests/conformance/machine_id_provider.
class machine_id_provider {
  public:
    virtual ~machine_id_provider() = default;

    /// Takes the machine IDs this process is to use: one, or all of a configured pool. May block on a store.
    /// Errors: `invalid_settings`, `in_use` (naming the holder), `exhausted` (all are taken: says by whom),
    /// `state_unusable`, `store_unavailable`.
    virtual result<std::vector<machine_lease>> acquire(const lease_request& request) = 0;
};

} // namespace vesta
