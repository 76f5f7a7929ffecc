#pragma once

#include "api/exchange.hpp"

namespace vesta::rest {

/// Whether the request asks for formatted numbers: `format=formatted`.
bool asks_formatted(const exchange& request);

/// Numbers of a tag as texts, as its format says (docs/formatted.md).
outcome formatted_ids(exchange& request);
/// The period and the number of such a text.
outcome explain_formatted(exchange& request);

} // namespace vesta::rest
