#pragma once

#include <vesta/machine/lease_memory.hpp>
#include <vesta/time/instant.hpp>

#include <chrono>
#include <functional>
#include <memory>

namespace vesta {

/// On what terms machine IDs are held in a shared table. A value.
struct lease_terms {
    /// Leases last @p each, by the store's clock, from each write on: longer than the time between two writes, and than
    /// the time reserved ahead, or a node that lives off its reservation is taken for dead. Implicit: most callers have
    /// nothing more to say.
    template <class Rep, class Period>
    lease_terms(std::chrono::duration<Rep, Period> each) : lasts{each}, lead{each} {}

    std::chrono::milliseconds lasts;
    /// How far ahead of the clock a mark is kept, at most. So long one waits for a machine ID of which the store may
    /// have forgotten an owner. At most 48 h; as long as a lease where nothing is said.
    std::chrono::milliseconds lead;
    /// How far ahead of the store's clock a wall clock may be believed to have been; 0: any.
    std::chrono::milliseconds max_forward = std::chrono::minutes{10};
    /// What this host remembers of the marks that its processes wrote; null: nothing.
    std::shared_ptr<lease_memory> memory{};
    /// Told the store's time of day, whenever the store tells it. May be called from any thread that acquires or writes
    /// a mark; must not block.
    std::function<void(unix_ms)> hear{};
};

} // namespace vesta
