#pragma once

#include <vesta/embed/machines.hpp>

#include <boost/json/object.hpp>

#include <string>

namespace vesta::cli {

/// held, given, free or unusable.
std::string state_of(const embed::machine_entry& of);

/// As `vesta machines --json` and /v1/machines show it.
boost::json::object as_json(const embed::machine_entry& of);

} // namespace vesta::cli
