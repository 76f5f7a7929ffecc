#pragma once

#include <string>

namespace vesta::tls::openssl {

/// The reason of the first error in this thread's queue, which it empties: "key values mismatch". Empty if there is
/// none.
std::string take_trouble();

} // namespace vesta::tls::openssl
