#pragma once

#include "support/report.hpp"

namespace vesta::bench {

void measure_memory(report& into);
void measure_redis(report& into);

} // namespace vesta::bench
