#pragma once

#include "support/report.hpp"

#include <vesta/segment/segment_generator.hpp>
#include <vesta/testing/memory_segments.hpp>
#include <vesta/time/clock.hpp>

namespace vesta::bench {

void measure_hot_path(report& into);
void measure_slow_store(report& into);
void measure_policies(report& into);
void measure_tags(report& into);

/// Takes one number, waiting where there is none yet.
inline void take_one(id_source& from, id& into) {
    while (from.try_generate({&into, 1}).made == 0)
        system_wall_clock().rest(std::chrono::milliseconds{1});
}

} // namespace vesta::bench
