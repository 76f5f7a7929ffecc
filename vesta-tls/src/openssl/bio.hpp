#pragma once

#include "pointers.hpp"

namespace vesta::tls::openssl {

/// The socket below OpenSSL. Unlike OpenSSL's own it raises no SIGPIPE, and tells whether the last read has emptied the
/// socket, which saves a read in vain for each message.
struct socket_below {
    int number = -1;
    bool is_empty = false; ///< Readiness will report later bytes.
    /// Reads of the system before one is told to come later: OpenSSL goes on by itself while messages of its own
    /// arrive, of which a client can send any number.
    int reads_left = 0;
};

/// Reads from and writes to @p below, which outlives it.
///
/// Errors: throws std::bad_alloc.
bio_pointer make_bio(socket_below& below);

} // namespace vesta::tls::openssl
