#pragma once

#include "http/method.hpp"
#include "http/rejection.hpp"
#include "http/status.hpp"

#include <vesta/base/error.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::rest {

/// Why a request failed, as the client learns it: a problem document of RFC 9457.
struct problem {
    http::status code = http::status::internal_server_error;
    std::string_view type = "about:blank"; ///< A URI; about:blank says no more than the status.
    std::string_view title{};
    std::string detail{};
    /// Of an error: visitors without the right to observe are told a sentence for it instead of the detail.
    std::optional<errc> cause{};
    std::optional<std::chrono::milliseconds> retry_after{};
    std::vector<std::string> parameters{}; ///< The parameters at fault.
    http::method_set allow{};              ///< With 405.
    std::string leaf_result{};             ///< Leaf's text for a generator that gives nothing.
    std::string_view leaf_error{};         ///< Leaf's text for an ID that it cannot take apart.
    std::string_view tinyid_type{};        ///< Answered as TinyId does, with status 200: the type of that content,
    bool tinyid_is_silent = false;         ///< which may be empty.
};

/// The one place where errors become statuses.
problem problem_of(const error& reason);

problem problem_of(const http::rejection& reason);

/// A problem that its status alone describes.
problem plain_problem(http::status code, std::string detail);

/// An `invalid_argument` about the parameters @p names.
problem bad_parameters(std::vector<std::string> names, std::string detail);

/// 415: a body that is read as JSON is of another type.
problem not_json();

/// No generator of @p kind is configured; @p example shows the setting that makes one.
problem not_configured(std::string_view kind, std::string_view example);

/// 503: a limit of this server is reached; a later attempt may succeed.
problem overloaded(std::string detail);

/// Appends the document. With `leaf_result` it begins with the members of Leaf's error in Leaf's order, including @p
/// path, followed by ours.
void write_problem(const problem& what, std::string& to, std::string_view path = {});

} // namespace vesta::rest
