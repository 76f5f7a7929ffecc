#pragma once

#include <vesta/embed/instance.hpp>
#include <vesta/embed/layouts.hpp>
#include <vesta/generate/time_generator.hpp>
#include <vesta/machine/lease.hpp>

#include <string>
#include <vector>

namespace vesta::embed {

/// One time-based generator to be made, and the ways of publishing it serves.
struct planned_generator {
    std::string name;
    chosen_scheme layout;
    time_generator_spec spec;
    std::vector<gen_method> serves;
};

/// The time-based generators that the settings and options ask for. Errors: `invalid_settings`, also where two of them
/// could make the same number.
result<std::vector<planned_generator>> plan_generators(const settings& from, const open_options& options);

/// What they need of a machine-ID provider.
lease_request request_for(const settings& from, std::span<const planned_generator> planned);

} // namespace vesta::embed
