#include "status.hpp"

namespace vesta::rest::http {

std::string_view phrase(status code) noexcept {
    if (code == status::payload_too_large) return "Content Too Large"; // its name since RFC 9110
    const auto text = obsolete_reason(code);
    return {text.data(), text.size()};
}

} // namespace vesta::rest::http
