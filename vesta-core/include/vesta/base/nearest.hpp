#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vesta {

/// The least number of bytes to put in, take out, replace or swap with a neighbour that makes @p to of @p from, where a
/// byte is changed once at most (optimal string alignment). Costs the product of their lengths.
std::size_t edit_distance(std::string_view from, std::string_view to);

/// For the end of an error message: "; did you mean 'order'?" with the one of @p known that @p given is likely to be a
/// slip of: one change in names of three to five bytes, and a third of the bytes in longer ones. Else empty, also for
/// names of more than 128 bytes.
std::string did_you_mean(std::string_view given, const std::vector<std::string>& known);

} // namespace vesta
