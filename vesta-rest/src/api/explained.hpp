#pragma once

#include <vesta/catalogue/catalogue.hpp>
#include <vesta/id/scheme.hpp>

#include <string>
#include <string_view>

namespace vesta::rest {

/// Appends the JSON of an ID taken apart.
void write_explanation(std::string_view generator, const explanation& of, std::string& to);
void write_explanation(std::string_view generator, const sharded_disclosure& of, std::string& to);

/// Appends the JSON of all generators: kind, layout, capacity, what is left of time; numbers and applications.
void write_generators(const catalogue& of, std::string& to);

} // namespace vesta::rest
