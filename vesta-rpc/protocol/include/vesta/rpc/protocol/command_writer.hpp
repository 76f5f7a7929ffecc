#pragma once

#include <vesta/base/output_buffer.hpp>

#include <span>
#include <string_view>

namespace vesta::rpc {

/// Writes one command, its name first, as an array of bulk strings. Throws std::bad_alloc only.
void write_command(output_buffer& to, std::span<const std::string_view> arguments);

} // namespace vesta::rpc
