#pragma once

#include <vesta/base/result.hpp>
#include <vesta/id/field.hpp>
#include <vesta/id/pattern.hpp>
#include <vesta/machine/mark_history.hpp>
#include <vesta/time/instant.hpp>

#include <memory>
#include <string>
#include <vector>

namespace vesta {

/// The durable high-water mark of one machine ID, held by one owner. A port.
///
/// The owner puts only ticks below the mark into IDs; the next owner starts at the mark. docs/state.md describes the
/// file, docs/operating.md the stores.
///
/// Thread-safety: none; `reservation` uses it from one thread at a time.
/// Lifetime: the destructor ends the ownership and leaves the mark as it is, like a crash.
class high_water_mark {
  public:
    virtual ~high_water_mark() = default;

    /// The mark as it was found or last written.
    virtual unix_ms value() const noexcept = 0;

    /// Moves the mark up to @p to. May block on the store.
    ///
    /// On success the mark is durable: it survives a crash of this process, and one of the store as far as the store
    /// promises. After an error the stored mark may be the old one or @p to; `value()` is one that is durable: the old
    /// one, or one on the way to @p to.
    /// Errors: `lease_lost` if another owner has the machine ID (final), `store_unavailable`, `state_unusable`.
    virtual result<void> advance(unix_ms to) = 0;

    /// Sets the mark to @p used, which may be lower, and ends the ownership. May block on the store.
    ///
    /// Errors: as `advance`.
    virtual result<void> release(unix_ms used) = 0;
};

/// A machine ID and the exclusive right to generate with it.
struct machine_lease {
    machine_id id;
    std::unique_ptr<high_water_mark> mark;
};

/// Who asks for machine IDs, and for which IDs.
struct lease_request {
    /// The name of the asking process in a shared store: 1 to 200 printable ASCII characters there.
    std::string instance;
    /// The generation methods that the IDs will carry. A local store keeps them apart, so that an embedded generator
    /// and a server on one host can share a machine ID.
    std::vector<gen_method> methods{};
    /// The ways of publishing, whether or not the layouts have a genMethod field.
    std::vector<gen_method> published{};
    /// Whether any layout has no genMethod field; its IDs need the machine ID for themselves.
    bool without_method = false;
    /// The largest machine ID that fits every layout in use.
    std::uint32_t max_id = 1023;
    /// The patterns of all IDs that each machine ID will make; see `start_for` and `record_use`.
    std::vector<id_pattern> patterns{};
    /// Of those patterns that are not made at all times, when they are: before the one instant or from the other on.
    std::vector<pattern_use> spans{};
    /// Where IDs start for a machine ID without a mark: above everything that another program, which left none, may
    /// have made with it. The unix epoch: no other program can have had it.
    unix_ms fresh_from{};
};

/// The source of machine IDs. A port; every implementation passes tests/conformance/machine_id_provider.
class machine_id_provider {
  public:
    virtual ~machine_id_provider() = default;

    /// Acquires the machine IDs that this process is to use: one, or a configured pool. May block on a store.
    ///
    /// Errors: `invalid_settings`, `in_use` (naming the holder), `exhausted` (naming all holders), `state_unusable`,
    /// `store_unavailable`.
    virtual result<std::vector<machine_lease>> acquire(const lease_request& request) = 0;
};

} // namespace vesta
