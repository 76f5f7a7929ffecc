#pragma once

#include <vesta/catalogue/status.hpp>

#include <span>
#include <string>

namespace vesta::rest {

struct services;

/// The figures of one server, its generators by their @p statuses, and its further sources, in Prometheus' text format.
std::string exposition(const services& of, std::span<const generator_status> statuses);

} // namespace vesta::rest
