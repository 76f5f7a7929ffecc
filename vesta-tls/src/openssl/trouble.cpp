#include "trouble.hpp"

#include <openssl/err.h>

namespace vesta::tls::openssl {

std::string take_trouble() {
    const unsigned long first = ERR_get_error();
    ERR_clear_error();
    if (first == 0) return {};
    const char* const reason = ERR_reason_error_string(first);
    return reason != nullptr ? reason : "error " + std::to_string(first);
}

} // namespace vesta::tls::openssl
