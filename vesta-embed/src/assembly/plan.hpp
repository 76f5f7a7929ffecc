#pragma once

#include <vesta/embed/instance.hpp>
#include <vesta/embed/layouts.hpp>
#include <vesta/generate/time_generator.hpp>
#include <vesta/machine/lease.hpp>

#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace vesta::embed {

/// A time-based generator to be made, and the ways of publishing it serves.
struct planned_generator {
    std::string name;
    chosen_scheme layout;
    time_generator_spec spec;
    id_pattern pattern;
    std::vector<gen_method> serves;
    /// The rounds of what threads set aside, or of shared readings of the clock; 0: none.
    std::chrono::milliseconds max_age{};
    bool outward = false;
    /// What follows at the end of `spec.within`, under the name NAME.then; null: nothing.
    std::shared_ptr<planned_generator> then{};
};

/// The time-based generators that settings and options ask for.
///
/// Errors: `invalid_settings`, also if any two generators of the settings could make the same number, in the ways that
/// the servers publish or in those asked for.
result<std::vector<planned_generator>> plan_generators(const settings& from, const open_options& options);

/// Their patterns, each once: generators of kinds uuid7 and ulid may have one in common.
std::vector<id_pattern> patterns_of(std::span<const planned_generator> planned);

/// When those patterns are made that are not made at all times.
std::vector<pattern_use> spans_of(std::span<const planned_generator> planned);

/// The request to a machine-ID provider for these generators at @p now.
lease_request request_for(const settings& from, std::span<const planned_generator> planned, unix_ns now);

/// The first instant from @p from on at which a tick of every layout begins. A program whose IDs use whole ticks may
/// start there.
unix_ms next_full_tick(std::span<const planned_generator> planned, unix_ms from);

} // namespace vesta::embed
