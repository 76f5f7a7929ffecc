#pragma once

#include "status.hpp"

#include <string_view>

namespace vesta::rest::http {

/// Why a request cannot be read as HTTP, or is not allowed. Both texts are static.
struct rejection {
    status code = status::bad_request;
    /// One line for the client: what was wrong, and what would be right.
    std::string_view detail;
};

} // namespace vesta::rest::http
