#pragma once

#include <string>

namespace vesta::rest {

struct services;

/// The figures of one server, its generators and its further sources, in Prometheus' text format.
std::string exposition(const services& of);

} // namespace vesta::rest
