#pragma once

#include "api/problem.hpp"

#include <vesta/catalogue/making.hpp>

#include <string_view>
#include <variant>

namespace vesta::rest {

/// Reads the body of a make request: {"time":1,"seq":2,"machine":3,"genMethod":2,"type":"max-peak","version":0}.
/// Numbers may be strings of digits, for clients with short numbers; type is a name or a number.
std::variant<making, problem> read_make_body(std::string_view body);

} // namespace vesta::rest
