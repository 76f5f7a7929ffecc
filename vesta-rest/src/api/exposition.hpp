#pragma once

#include <vesta/base/figures.hpp>
#include <vesta/catalogue/status.hpp>

#include <span>

namespace vesta::rest {

struct services;

/// The figures of one server, its generators by their @p statuses, and its further sources, at @p now.
figures counted(const services& of, std::span<const generator_status> statuses, unix_ms now);

} // namespace vesta::rest
