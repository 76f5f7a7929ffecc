#pragma once

#include "api/exchange.hpp"

#include <span>
#include <string_view>

namespace vesta::rest {

/// The server that a path had first, where that tells how it treats requests.
enum class manner : std::uint8_t { own, vesta, leaf, tinyid };

/// A path and its operations.
struct route {
    /// /v1/generators/{name}/ids: the parts in braces stand for any non-empty text.
    std::string_view pattern;
    /// What a client must be allowed to do. Where it has a target, the handler asks, with the generator and the tag.
    access::verb needs;
    http::method_set methods;
    std::span<const std::string_view> parameters;
    /// The forms of its answer; the first if the client has no preference.
    std::span<const http::media> forms;
    outcome (*serve)(exchange&) = nullptr;
    /// Whether a client that accepts none of the forms gets the first, as the server we succeed answered.
    bool ignores_accept = false;
    /// Leaf's number for an error of this kind, which errors on Leaf's paths contain as well.
    int (*leaf_code)(errc) = nullptr;
    /// Whose manners it has, if it is a path of another server: then it ignores parameters that it does not know.
    manner of = manner::own;
    /// Whether it needs no right: what it tells says nothing of this server.
    bool is_public = false;
};

/// The problem document for @p reason on @p at.
problem problem_of(const route& at, const error& reason);

/// All routes. The index of a route is its number in the tallies; one more counts everything else.
std::span<const route> routes() noexcept;

} // namespace vesta::rest
