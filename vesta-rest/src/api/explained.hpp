#pragma once

#include <vesta/catalogue/catalogue.hpp>
#include <vesta/id/scheme.hpp>

#include <span>
#include <string>
#include <string_view>

namespace vesta::rest {

/// Appends the JSON of an ID taken apart.
void write_explanation(std::string_view generator, const explanation& of, std::string& to);
void write_explanation(std::string_view generator, const sharded_disclosure& of, std::string& to);
void write_explanation(std::string_view generator, const uuid_explanation& of, std::string& to);

/// The JSON of all generators and their @p statuses at @p now: kind, layout, capacity, what is left of time; numbers
/// and applications.
std::string list_of(const catalogue& of, std::span<const generator_status> statuses, unix_ms now);

} // namespace vesta::rest
