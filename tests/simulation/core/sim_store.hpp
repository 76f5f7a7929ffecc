#pragma once

#include "world.hpp"

#include <vesta/testing/memory_marks.hpp>

#include <memory>

namespace vesta::testing {

/// A flaw that a simulation is run with on purpose, to see that it would find it.
enum class flaw {
    none,
    acknowledges_early, ///< A mark counts as durable before it is; a crash in between loses it.
    reads_late          ///< A new owner reads the mark from a replica that lags behind.
};

/// How a simulated store misbehaves.
struct store_habits {
    flaw with = flaw::none;
    std::uint64_t fails_one_in = 10;
    std::uint64_t slow_one_in = 5;
};

/// Puts the store between an owner and its mark: answers take their time, get lost before or after the write, and come
/// when somebody else has long been the owner. @p in and @p habits outlive the lease.
machine_lease over_a_bad_network(machine_lease lease, world& in, const store_habits& habits);

} // namespace vesta::testing
