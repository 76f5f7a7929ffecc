#pragma once

#include <vesta/machine/lease_memory.hpp>
#include <vesta/time/instant.hpp>

#include <chrono>
#include <functional>
#include <memory>

namespace vesta {

/// The terms on which machine IDs are held in a shared table. A value.
struct lease_terms {
    /// Terms with leases of @p each; implicit, since most callers need no more.
    template <class Rep, class Period>
    lease_terms(std::chrono::duration<Rep, Period> each) : lasts{each}, lead{each} {}

    /// How long a lease lasts from each write on, by the store's clock. Must be longer than the time between two writes
    /// and than the time reserved ahead; else a node that lives off its reservation counts as dead.
    std::chrono::milliseconds lasts;
    /// How far ahead of the clock a mark is kept at most: as long as a lease by default, at most 48 h. An asker waits
    /// this long for a machine ID whose owner the store may have forgotten.
    std::chrono::milliseconds lead;
    /// How far ahead of the store's clock a plausible wall clock may be; 0: any distance.
    std::chrono::milliseconds max_forward = std::chrono::minutes{10};
    /// The host's memory of the marks that its processes wrote; null: none.
    std::shared_ptr<lease_memory> memory{};
    /// Receives the store's time of day whenever the store tells it. Called by any thread that acquires or writes a
    /// mark; must not block.
    std::function<void(unix_ms)> hear{};
};

} // namespace vesta
