#pragma once

#include <vesta/machine/lease_table.hpp>

#include <string>
#include <string_view>

namespace vesta::http {

/// The value of a row: a JSON object of format 1, which docs/operating.md describes. @p ends is the end of the lease.
std::string write_lease(const lease_row& row, unix_ms ends, const std::string& reign);

/// Fills @p into with the value @p text of a row; `left` counts from @p now.
///
/// Errors: `state_unusable`, saying what is wrong with the text.
result<void> read_lease(std::string_view text, unix_ms now, lease_row& into);

} // namespace vesta::http
