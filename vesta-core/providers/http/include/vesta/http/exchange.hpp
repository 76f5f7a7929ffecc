#pragma once

#include <vesta/http/tcp_link.hpp>
#include <vesta/time/instant.hpp>

#include <optional>
#include <string>

namespace vesta::http {

/// A request. No text of it is checked: what comes from outside must be free of line ends, and escaped in a path.
struct http_request {
    std::string method; ///< GET, POST, PATCH, ...
    std::string host;   ///< host:port
    std::string path;
    std::string authorization; ///< The value of that header; empty: none.
    std::string content_type = "application/json";
    std::string body; ///< Empty: none.
};

struct http_answer {
    unsigned status = 0;
    std::optional<unix_ms> date; ///< By the server's clock, which tells whole seconds.
    std::string body;
    bool keeps_open = false; ///< Whether another request may follow on the connection.
};

/// The longest answer that is read.
inline constexpr std::size_t longest_answer = 32 * 1024 * 1024;

/// Sends @p request and reads the answer (HTTP/1.1, RFC 9112).
///
/// Errors: `store_unavailable`, with why in a few words; then the connection is of no use, and whether the request was
/// carried out is not known.
result<http_answer> exchange(tcp_link& to, const http_request& request, tcp_link::time_point until);

} // namespace vesta::http
