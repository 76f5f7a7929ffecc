#include "method.hpp"

#include <bit>

namespace vesta::rest::http {

std::string_view name(method verb) noexcept {
    const auto text = to_string(verb);
    return {text.data(), text.size()};
}

std::string method_set::allow() const {
    std::string text;
    for (std::uint64_t left = bits_; left != 0; left &= left - 1) { // asked for each answer, most of which have none
        if (!text.empty()) text += ", ";
        text += name(static_cast<method>(std::countr_zero(left)));
    }
    return text;
}

} // namespace vesta::rest::http
