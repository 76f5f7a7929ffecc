#include "method.hpp"

namespace vesta::rest::http {

std::string_view name(method verb) noexcept {
    const auto text = to_string(verb);
    return {text.data(), text.size()};
}

std::string method_set::allow() const {
    std::string text;
    for (unsigned each = 0; each < 64; ++each) {
        if (!contains(static_cast<method>(each))) continue;
        if (!text.empty()) text += ", ";
        text += name(static_cast<method>(each));
    }
    return text;
}

} // namespace vesta::rest::http
