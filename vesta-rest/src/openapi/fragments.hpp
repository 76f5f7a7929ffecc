#pragma once

#include <span>
#include <string_view>

namespace vesta::rest {

/// The files of vesta-rest/openapi, each a part of the OpenAPI document; embed.cmake embeds them in the program.
std::span<const std::string_view> openapi_fragments() noexcept;

} // namespace vesta::rest
