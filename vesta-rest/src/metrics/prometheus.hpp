#pragma once

#include <vesta/base/figures.hpp>

#include <span>
#include <string>

namespace vesta::rest {

/// The figures in Prometheus' text format, those of one name together where the first of them stands.
std::string prometheus_text(std::span<const figure> all);

} // namespace vesta::rest
