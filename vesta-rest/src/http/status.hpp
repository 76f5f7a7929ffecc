#pragma once

// clang-format off: Boost's string_view needs an ostream
#include <ostream>
#include <boost/beast/http/status.hpp>
// clang-format on

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace vesta::rest::http {

/// An answer's status.
using status = boost::beast::http::status;

/// Every status that this server answers; few, so that answers are counted in a table.
inline constexpr std::array statuses{
    status::ok,
    status::no_content,
    status::not_modified,
    status::bad_request,
    status::unauthorized,
    status::forbidden,
    status::not_found,
    status::method_not_allowed,
    status::not_acceptable,
    status::request_timeout,
    status::payload_too_large,
    status::uri_too_long,
    status::unsupported_media_type,
    status::expectation_failed,
    status::misdirected_request,
    status::too_many_requests,
    status::request_header_fields_too_large,
    status::internal_server_error,
    status::not_implemented,
    status::service_unavailable,
    status::gateway_timeout,
    status::http_version_not_supported,
};

/// The place of @p code, which is one of them, in `statuses`.
constexpr std::size_t index_of(status code) noexcept {
    return static_cast<std::size_t>(std::ranges::find(statuses, code) - statuses.begin());
}

/// 200, 204, 400, ...
constexpr unsigned number(status code) noexcept {
    return static_cast<unsigned>(code);
}

/// The reason phrase: "OK".
std::string_view phrase(status code) noexcept;

} // namespace vesta::rest::http
