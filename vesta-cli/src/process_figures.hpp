#pragma once

#include <vesta/base/figures.hpp>

namespace vesta::cli {

/// What every program shows to Prometheus, by its names (process_cpu_seconds_total, process_open_fds, ...), and
/// vesta_build_info. Reads /proc, which takes
/// longer the more files are open: milliseconds with 10,000. Leaves out what cannot be read.
figures process_figures();

} // namespace vesta::cli
