#pragma once

#include <vesta/machine/lease_table.hpp>

#include <stdexcept>

namespace vesta::testing {

/// Ends the lease of @p machine, as if its time had passed.
inline void expire(lease_table& table, machine_id machine) {
    const lease_row row = table.row(machine).value();
    if (!table.put(row, std::chrono::milliseconds{0}).value()) throw std::logic_error{"the row was written meanwhile"};
}

} // namespace vesta::testing
