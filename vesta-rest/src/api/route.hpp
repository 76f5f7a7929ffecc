#pragma once

#include "api/exchange.hpp"

#include <span>
#include <string_view>

namespace vesta::rest {

/// A path, and what may be done with it.
struct route {
    /// /v1/generators/{name}/ids: the parts in braces stand for any text that is not empty.
    std::string_view pattern;
    http::method_set methods;
    std::span<const std::string_view> parameters;
    /// The forms it can answer in; the first where the client does not care.
    std::span<const http::media> forms;
    outcome (*serve)(exchange&) = nullptr;
    /// Where true, a client that accepts none of the forms gets the first, as the server we succeed gave it.
    bool ignores_accept = false;
    /// The number Leaf gave an error of this kind, on its paths: their errors say it besides.
    int (*leaf_code)(errc) = nullptr;
};

/// The problem document for @p reason on @p at.
problem problem_of(const route& at, const error& reason);

/// All routes. The place of a route is its number in the tallies; one more counts what is not a route.
std::span<const route> routes() noexcept;

} // namespace vesta::rest
