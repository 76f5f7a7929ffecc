#pragma once

#include "pointers.hpp"

#include <vesta/base/result.hpp>

#include <cstdint>
#include <string>

namespace vesta::tls::openssl {

/// Whether a server names its authorities to clients, so that they know which certificate is asked for.
enum class telling : std::uint8_t { nobody, clients };

/// Lets @p to trust the authorities whose certificates are in @p file.
///
/// Errors: `invalid_settings`, with the file and what is wrong.
result<void> use_authorities(SSL_CTX& to, const std::string& file, telling whom);

} // namespace vesta::tls::openssl
