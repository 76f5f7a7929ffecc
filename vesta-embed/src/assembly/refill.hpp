#pragma once

#include <vesta/segment/refill_policy.hpp>

#include <string_view>

namespace vesta::embed {

/// The kind that the setting `refill` names; @p usual if it is empty.
inline refill_kind refill_of(std::string_view named, refill_kind usual) noexcept {
    if (named == "demand") return refill_kind::demand;
    if (named == "leaf") return refill_kind::leaf;
    return named == "step" ? refill_kind::step : usual;
}

} // namespace vesta::embed
