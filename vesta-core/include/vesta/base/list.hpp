#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace vesta {

/// The elements of @p range, or what @p text makes of each, with @p separator between them: for messages and protocols.
template <class Range, class Text = std::identity>
std::string listed(const Range& range, Text text = {}, std::string_view separator = ", ") {
    std::string made;
    bool first = true;
    for (const auto& each : range) {
        if (!first) made += separator;
        first = false;
        made += std::invoke(text, each);
    }
    return made;
}

} // namespace vesta
