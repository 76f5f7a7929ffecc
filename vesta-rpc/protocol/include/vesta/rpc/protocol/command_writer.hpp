#pragma once

#include <vesta/base/output_buffer.hpp>

#include <span>
#include <string_view>

namespace vesta::rpc {

/// Appends one command, its name first, to @p to as an array of bulk strings.
///
/// Errors: throws std::bad_alloc only.
void write_command(output_buffer& to, std::span<const std::string_view> arguments);

} // namespace vesta::rpc
