#pragma once

#include <vesta/base/result.hpp>

#include <string>

namespace vesta::kubernetes {

/// The first line of a regular file (or of one that a link leads to), without its end; of at most 64 KiB.
///
/// Errors: `invalid_settings`, with the file and why it cannot be read.
result<std::string> first_line_of(const std::string& file);

} // namespace vesta::kubernetes
