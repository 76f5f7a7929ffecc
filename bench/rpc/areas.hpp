#pragma once

#include "support/report.hpp"

#include <string>

namespace vesta::bench {

// Each starts what it needs; @p program is the vesta program.
void measure_commands(report& into, const std::string& program);
void measure_threads(report& into, const std::string& program);
void measure_latency(report& into, const std::string& program);
void measure_client(report& into, const std::string& program);

} // namespace vesta::bench
