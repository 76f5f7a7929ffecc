#pragma once

#include "api/problem.hpp"
#include "http/accept.hpp"

#include <string_view>

/// What the paths of Leaf's server share.
namespace vesta::rest {

/// As Spring names them.
std::string_view leaf_content_type(http::media form) noexcept;

problem no_segment();
problem no_snowflake();

} // namespace vesta::rest
