#pragma once

#include "http/method.hpp"
#include "http/refusal.hpp"
#include "http/status.hpp"

#include <vesta/base/error.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::rest {

/// Why a request failed, as the client is told: a problem document of RFC 9457.
struct problem {
    http::status code = http::status::internal_server_error;
    std::string_view type = "about:blank"; ///< A URI; about:blank says no more than the status does.
    std::string_view title{};
    std::string detail{};
    std::optional<std::chrono::milliseconds> retry_after{};
    std::vector<std::string> parameters{}; ///< The parameters it is about.
    http::method_set allow{};              ///< With 405.
    std::string message{};                 ///< What Leaf would have said, for programs that look for it.
};

/// The one place where errors become statuses.
problem problem_of(const error& reason);

problem problem_of(const http::refusal& reason);

/// A problem that the status alone names.
problem plain_problem(http::status code, std::string detail);

/// An `invalid_argument` about the parameters @p names.
problem bad_parameters(std::vector<std::string> names, std::string detail);

/// That no generator of @p kind is configured, with the setting that makes one.
problem not_configured(std::string_view kind, std::string_view example);

/// 503: a limit of this server is reached, and trying again in a moment helps.
problem overloaded(std::string detail);

/// Appends the document.
void write_problem(const problem& what, std::string& to);

} // namespace vesta::rest
