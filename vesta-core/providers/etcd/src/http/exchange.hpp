#pragma once

#include "tcp_link.hpp"

#include <vesta/time/instant.hpp>

#include <optional>
#include <string>

namespace vesta::etcd {

/// A request with a JSON body. Knows nothing of etcd.
struct http_request {
    std::string host; ///< host:port
    std::string path;
    std::string authorization; ///< The value of that header; empty: none.
    std::string body;
};

struct http_answer {
    unsigned status = 0;
    std::optional<unix_ms> date; ///< By the server's clock, which tells whole seconds.
    std::string body;
    bool keeps_open = false; ///< Whether another request may follow on the connection.
};

/// The longest answer that is read.
inline constexpr std::size_t longest_answer = 32 * 1024 * 1024;

/// Posts @p request and reads the answer (HTTP/1.1, RFC 9112).
///
/// Errors: `store_unavailable`, with why in a few words; then the connection is of no use, and whether the request was
/// carried out is not known.
result<http_answer> post(tcp_link& to, const http_request& request, tcp_link::time_point until);

} // namespace vesta::etcd
