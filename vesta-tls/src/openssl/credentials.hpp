#pragma once

#include "pointers.hpp"

#include <vesta/base/result.hpp>

#include <string>
#include <vector>

namespace vesta::tls::openssl {

/// Gives @p to the certificate chain and the private key of two PEM files. Adds to @p warnings what an operator should
/// know: that the certificate has expired or is not valid yet, or that all users may read the key.
///
/// Errors: `invalid_settings`, with the file and what is wrong.
result<void> use_credentials(SSL_CTX& to, const std::string& certificate, const std::string& key,
                             std::vector<std::string>& warnings);

} // namespace vesta::tls::openssl
