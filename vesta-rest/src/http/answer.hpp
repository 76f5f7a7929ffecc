#pragma once

#include "date.hpp"
#include "method.hpp"
#include "status.hpp"

#include <vesta/base/output_buffer.hpp>

#include <chrono>
#include <optional>
#include <string_view>

namespace vesta::rest::http {

/// Whether a cache may keep an answer.
enum class caching : std::uint8_t { unsaid, no_store };

/// Of RFC 8259, section 11.
inline constexpr std::string_view json_type = "application/json";

/// An answer without its body.
struct answer_head {
    status code = status::ok;
    std::string_view content_type{}; ///< Empty: there is none, and no content.
    caching cache = caching::unsaid;
    std::string_view etag{}; ///< In quotes. A cache keeps the answer for requests with this Accept, and asks each time.
    std::string_view policy{}; ///< Of a page, instead of the one that allows styles and nothing else.
    method_set allow{};        ///< Sent with 405 and to OPTIONS.
    std::optional<std::chrono::seconds> retry_after{};
    bool wants_token = false; ///< Said with 401 (RFC 6750).
};

/// What an answer says about the connection's future.
enum class persistence : std::uint8_t {
    keep,     ///< HTTP/1.1: nothing need be said.
    keep_1_0, ///< HTTP/1.0 must be told.
    close,
};

/// The content's length is not sent: HEAD may not know it, and 204 has none.
inline constexpr std::size_t length_unknown = static_cast<std::size_t>(-1);

/// Writes the status line and the fields, with the empty line after them.
void write_head(output_buffer& out, const answer_head& head, std::size_t length, persistence after,
                const date_field& date);

} // namespace vesta::rest::http
