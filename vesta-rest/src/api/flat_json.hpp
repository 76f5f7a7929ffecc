#pragma once

#include <vesta/base/result.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::rest {

/// One member of a JSON object.
struct json_member {
    std::string name;
    std::string text; ///< A string's content, or a whole number's digits.
    bool is_string = false;
};

/// Reads a JSON object of strings and whole numbers, the only form that requests have. Keeps repeated members, which a
/// tree of values would drop silently.
///
/// Errors: `invalid_argument`.
result<std::vector<json_member>> parse_flat_json(std::string_view text);

/// Whether a body of this type is read as JSON; one without a type is.
bool is_json(std::optional<std::string_view> content_type);

} // namespace vesta::rest
