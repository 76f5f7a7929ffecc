#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace vesta::rest::http {

/// Every status that this server answers; a small set, so that answers are counted in a table.
enum class status : std::uint8_t {
    ok,
    no_content,
    bad_request,
    not_found,
    method_not_allowed,
    not_acceptable,
    request_timeout,
    content_too_large,
    uri_too_long,
    unsupported_media_type,
    expectation_failed,
    header_fields_too_large,
    internal_server_error,
    not_implemented,
    service_unavailable,
    version_not_supported,
};

inline constexpr std::size_t status_count = 16;

/// 200, 204, 400, ...
unsigned number(status code) noexcept;

/// The status line after the version: "200 OK".
std::string_view line(status code) noexcept;

/// The phrase alone: "OK".
std::string_view phrase(status code) noexcept;

} // namespace vesta::rest::http
