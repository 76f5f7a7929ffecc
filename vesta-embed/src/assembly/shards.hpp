#pragma once

#include "numbers.hpp"

#include <vesta/embed/settings.hpp>

namespace vesta::embed {

/// As `make_numbers`, for kind sharded.
result<std::shared_ptr<member>> make_shards(const settings& from, const std::string& name, const generator_settings& of,
                                            const log_sink& log);

} // namespace vesta::embed
