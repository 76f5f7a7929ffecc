#pragma once

#include <vesta/machine/lease.hpp>
#include <vesta/machine/lease_table.hpp>

#include <memory>

namespace vesta::detail {

/// A token that no other owner has or will have: 128 random bits.
std::string new_token();

/// Whether nobody holds @p row any more.
inline bool is_free(const lease_row& row) {
    return row.version == lease_row::absent || row.token.empty() || row.left <= std::chrono::milliseconds{0};
}

/// Whether @p instance can be told apart and shown: 1 to 200 printable ASCII characters. Error: `invalid_settings`.
result<void> check_instance(const std::string& instance);

/// Takes @p seen, a row that is free, over for @p instance; the mark is not below @p least. Null where somebody else
/// was faster.
result<std::unique_ptr<high_water_mark>> take_over(std::shared_ptr<lease_table> table, lease_row seen,
                                                   const std::string& instance, std::chrono::milliseconds lease,
                                                   unix_ms least = {});

} // namespace vesta::detail
