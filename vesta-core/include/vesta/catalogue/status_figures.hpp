#pragma once

#include <vesta/base/figures.hpp>
#include <vesta/catalogue/status.hpp>

namespace vesta {

/// Adds the figures of a generator's status at @p now.
void add_figures(const generator_status& of, unix_ms now, figures& to);

/// Adds the figures of a sharded generator's applications and queue; none for other kinds.
void add_shard_figures(const generator_status& of, figures& to);

} // namespace vesta
