#include "status.hpp"

#include <charconv>

namespace vesta::rest::http {

std::string_view line(status code) noexcept {
    switch (code) {
    case status::ok:
        return "200 OK";
    case status::no_content:
        return "204 No Content";
    case status::bad_request:
        return "400 Bad Request";
    case status::not_found:
        return "404 Not Found";
    case status::method_not_allowed:
        return "405 Method Not Allowed";
    case status::not_acceptable:
        return "406 Not Acceptable";
    case status::request_timeout:
        return "408 Request Timeout";
    case status::content_too_large:
        return "413 Content Too Large";
    case status::uri_too_long:
        return "414 URI Too Long";
    case status::unsupported_media_type:
        return "415 Unsupported Media Type";
    case status::expectation_failed:
        return "417 Expectation Failed";
    case status::header_fields_too_large:
        return "431 Request Header Fields Too Large";
    case status::internal_server_error:
        return "500 Internal Server Error";
    case status::not_implemented:
        return "501 Not Implemented";
    case status::service_unavailable:
        return "503 Service Unavailable";
    case status::version_not_supported:
        return "505 HTTP Version Not Supported";
    }
    return "500 Internal Server Error";
}

unsigned number(status code) noexcept {
    unsigned value = 0;
    const std::string_view text = line(code);
    std::from_chars(text.data(), text.data() + 3, value);
    return value;
}

std::string_view phrase(status code) noexcept {
    return line(code).substr(4);
}

} // namespace vesta::rest::http
