#pragma once

#include "metrics/families.hpp"

#include <vesta/generate/catalogue.hpp>

namespace vesta::rest {

/// Adds what a generator that counts knows of its numbers, with the label generator="@p name".
void add_numbers(const std::string& name, const number_status& of, families& to);

} // namespace vesta::rest
