#pragma once

#include "api/exchange.hpp"

#include <vesta/base/result.hpp>
#include <vesta/id/id.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace vesta::rest {

/// The parameter @p name as a decimal from @p least to @p most; nothing if it is absent.
///
/// Errors: `invalid_argument`.
result<std::optional<std::uint64_t>> number_parameter(const exchange& request, std::string_view name,
                                                      std::uint64_t least, std::uint64_t most);

/// Reads a decimal from @p least to @p most; @p name is for the error.
///
/// Errors: `invalid_argument`.
result<std::uint64_t> number_in_range(std::string_view name, std::string_view text, std::uint64_t least,
                                      std::uint64_t most);

/// The text form that the parameter `format` names; nothing if it is absent.
///
/// Errors: `invalid_argument`, listing the forms.
result<std::optional<text_form>> format_parameter(const exchange& request);

/// What the parts of an ID are called here.
inline std::string name_of_part(field which) {
    return std::string{name(which)};
}

} // namespace vesta::rest
