#pragma once

#include <vesta/segment/segment_store.hpp>

#include <memory>
#include <string_view>

namespace vesta {

/// @p store, which makes no row in a table of one of several masters: each of them would make a row of all numbers.
///
/// A table is one of several masters where a row has a delta. The first `create` reads the table once, if nothing has
/// read it before; then rows that are read or reserved tell. So a table of several masters has a row by hand at first.
///
/// Errors: of `create`, also those of `list`, and `not_found` for a table of several masters.
/// Thread-safety: safe, as @p store.
std::shared_ptr<segment_store> heed_masters(std::shared_ptr<segment_store> store);

/// Why no row is made for @p tag in a table of one of several masters.
error has_several_masters(std::string_view tag);

} // namespace vesta
