#pragma once

#include "api/problem.hpp"
#include "http/accept.hpp"

#include <string_view>

/// Helpers that the paths of Leaf's server share.
namespace vesta::rest {

/// Content types as Spring names them.
std::string_view leaf_content_type(http::media form) noexcept;

problem no_segment();
problem no_snowflake();

} // namespace vesta::rest
