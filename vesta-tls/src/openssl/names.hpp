#pragma once

#include "pointers.hpp"

#include <string>
#include <vector>

namespace vesta::tls::openssl {

/// The URIs, then the DNS names among the subject's alternative names (RFC 5280, 4.2.1.6). Leaves out names with bytes
/// that are no visible ASCII: no name has them, and a zero in one has fooled others.
std::vector<std::string> names_in(const X509& certificate);

} // namespace vesta::tls::openssl
