#pragma once

#include "link.hpp"
#include "stream.hpp"

#include <memory>

namespace vesta::rpc::detail {

/// A request for @p count IDs of @p of: GENID, or RANGE.
owned_request make_fetch(std::shared_ptr<stream> of, std::uint64_t count, bool as_range, time_point until);

} // namespace vesta::rpc::detail
