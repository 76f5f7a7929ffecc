#pragma once

#include "sim_node.hpp"

#include <cstdint>
#include <string>

namespace vesta::testing {

/// Runs the simulation of @p seed: some ten seconds in the life of several nodes that share a store.
sim_record run_simulation(std::uint64_t seed, flaw with = flaw::none);

/// How many of @p made are there more than once.
std::uint64_t count_duplicates(std::vector<id> made);

} // namespace vesta::testing
